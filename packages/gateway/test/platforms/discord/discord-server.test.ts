import { Client, Events, GatewayIntentBits, type Message, Partials } from "discord.js";
import { expect, onTestFinished, test } from "vitest";
import { general, ada } from "./discord-place.ts";
import { type DiscordServer, openDiscordServer } from "./discord-server.ts";

/** A bot made with discord.js, whose own checks are what makes the server trustworthy. */
async function openBot(): Promise<{ readonly server: DiscordServer; readonly bot: Client<true> }> {
  const server = await openDiscordServer();
  const bot = new Client({
    intents: [
      GatewayIntentBits.Guilds,
      GatewayIntentBits.GuildMessages,
      GatewayIntentBits.DirectMessages,
      GatewayIntentBits.MessageContent,
    ],
    partials: [Partials.Channel],
    rest: { api: server.root, retries: 0 },
  });
  onTestFinished(async () => {
    await bot.destroy();
    await server.close();
  });
  const ready = new Promise<Client<true>>((resolve) => bot.once(Events.ClientReady, resolve));
  await bot.login(server.world.token);
  return { server, bot: await ready };
}

/** The next one that a person says. */
const nextMessage = async (bot: Client): Promise<Message> =>
  await new Promise((resolve) =>
    bot.on(Events.MessageCreate, (message) => {
      if (!message.author.bot) resolve(message);
    }),
  );

/** The test then fails with it. */
function throwLater(error: unknown): void {
  queueMicrotask(() => {
    throw error;
  });
}

test("discord.js logs in, receives from a channel and a private chat, replies, edits and deletes", async () => {
  const { server, bot } = await openBot();
  expect(bot.user.username).toBe("hermes");
  expect(bot.guilds.cache.get(server.world.guildId)?.channels.cache.get(general)?.name).toBe("general");

  const inChannel = nextMessage(bot);
  server.say(ada, general, `<@${server.world.bot.id}> hello`);
  const message = await inChannel;
  expect(message.mentions.has(bot.user)).toBe(true);
  const reply = await message.reply("hi");
  expect(reply.reference?.messageId).toBe(message.id);
  await reply.edit("hi there");
  expect(server.world.posted[0]?.content).toBe("hi there");
  expect((await message.channel.messages.fetch({ after: message.id })).map(({ content }) => content)).toEqual(
    ["hi there"],
  );
  await reply.delete();
  expect(server.world.in(general)).toHaveLength(1);
  const thread = await message.startThread({ name: "Talk" });
  expect(thread.id).toBe(message.id);
  expect((await thread.send("in here")).channelId).toBe(message.id);

  const inPrivate = nextMessage(bot);
  server.sayTo(0, "psst");
  const secret = await inPrivate;
  expect(secret.guild).toBeNull();
  await secret.channel.fetch();
  if (secret.channel.isSendable())
    await secret.channel.send({ content: "yes?", nonce: "1", enforceNonce: true });
  if (secret.channel.isSendable())
    await secret.channel.send({ content: "yes?", nonce: "1", enforceNonce: true });
  expect(server.world.in(server.world.dm(ada).id).map(({ content }) => content)).toEqual(["psst", "yes?"]);
});

test("discord.js sets commands, and answers a command and a press of a button", async () => {
  const { server, bot } = await openBot();
  await bot.application.commands.set([
    { name: "status", description: "How it is", options: [{ type: 3, name: "text", description: "What" }] },
  ]);
  expect(server.world.commands).toHaveLength(1);
  expect((await bot.application.commands.fetch()).map(({ name }) => name)).toEqual(["status"]);

  bot.on(Events.InteractionCreate, (interaction) => {
    if (interaction.isChatInputCommand())
      interaction
        .reply({ content: interaction.options.getString("text") ?? "", flags: 64 })
        .catch(throwLater);
    if (interaction.isButton())
      interaction
        .deferUpdate()
        .then(async () => await interaction.followUp({ content: interaction.customId, flags: 64 }))
        .catch(throwLater);
  });
  server.command(ada, general, "status", "all");
  await server.world.until(() => server.world.callbacks.find(({ content }) => content === "all"));

  const channel = bot.channels.cache.get(general);
  if (channel?.isSendable() !== true) throw new Error("no channel");
  const button = { type: 2, style: 2, label: "Yes", custom_id: "yes" } as const;
  const asked = await channel.send({ content: "May I?", components: [{ type: 1, components: [button] }] });
  const [message] = server.world.posted;
  if (message === undefined) throw new Error("not posted");
  server.press(ada, message, "Yes");
  await server.world.until(() => server.world.followUps.find((text) => text === "yes"));
  await asked.edit({ content: "Thanks", components: [] });
  expect(message.components).toEqual([]);
});

test("discord.js sends and receives files, resumes after a break, and understands what is refused", async () => {
  const { server, bot } = await openBot();
  const channel = bot.channels.cache.get(general);
  if (channel?.isSendable() !== true) throw new Error("no channel");
  const sent = await channel.send({ files: [{ attachment: Buffer.from("notes"), name: "notes.txt" }] });
  expect(sent.attachments.first()).toMatchObject({ name: "notes.txt", size: 5 });
  await expect(channel.send("a".repeat(2_001))).rejects.toMatchObject({ code: 50_035 });
  await expect(channel.send({ content: "" })).rejects.toMatchObject({ code: 50_006 });
  await expect(bot.channels.fetch("1")).rejects.toMatchObject({ code: 10_003 });
  server.world.forbidden.add(general);
  await expect(channel.send("hi")).rejects.toMatchObject({ code: 50_013 });

  const heard = nextMessage(bot);
  server.gateway.drop();
  await server.sayFile(ada, general, "look", { name: "a.txt", bytes: Buffer.from("abc") });
  const message = await heard;
  expect(message.attachments.first()?.name).toBe("a.txt");
  expect(await (await fetch(message.attachments.first()?.url ?? "")).text()).toBe("abc");
  expect([server.gateway.identifies, server.gateway.resumes]).toEqual([1, 1]);
});

test("a token that is not known is refused, by the API and by the gateway", async () => {
  const server = await openDiscordServer();
  const bot = new Client({ intents: [], rest: { api: server.root, retries: 0 } });
  onTestFinished(async () => {
    await bot.destroy();
    await server.close();
  });
  await expect(bot.login("MTIz.wrong.token")).rejects.toMatchObject({ code: "TokenInvalid" });
});
