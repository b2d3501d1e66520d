import type { PlatformSetup } from "../platform.ts";
import { verifyTokenOf, type WhatsAppSettings } from "./whatsapp-settings.ts";

/** @param identify Asks which number it is. */
export function whatsappSetup(
  identify: PlatformSetup<WhatsAppSettings>["identify"],
): PlatformSetup<WhatsAppSettings> {
  return {
    steps: [
      "At developers.facebook.com/apps make an app of the type Business, and add the product WhatsApp to it.",
      "There, at WhatsApp, API Setup, is a test number with its Phone number ID and the WhatsApp Business Account ID.",
      "At business.facebook.com, Settings, System users make a user with the role Admin, give it the app and the WhatsApp account, and generate a token that never expires, with whatsapp_business_messaging and whatsapp_business_management. The token at API Setup ends after a day.",
      "The App secret is at App settings, Basic.",
    ],
    questions: [
      { key: "phone_number_id", question: "Phone number ID (digits, not the number itself)", secret: false },
      { key: "access_token", question: "Access token", secret: true },
      { key: "app_secret", question: "App secret", secret: true },
      {
        key: "waba_id",
        question: "WhatsApp Business Account ID (then the account is subscribed to the app for you)",
        secret: false,
        optional: true,
      },
      {
        key: "verify_token",
        question: "Verify token for the webhook (empty: one is made from the app secret)",
        secret: true,
        optional: true,
      },
    ],
    userId: {
      hint: "a phone number with its country code, digits alone, such as 491701234567",
      pattern: /^(?:\d{5,20}|[A-Z]{2}\.[\w.]{1,128})$/,
    },
    identify,
    next: (settings, url) => [
      `At developers.facebook.com, your app, WhatsApp, Configuration set the Callback URL to ${url?.replace(/\/+$/, "") ?? "https://<your public address>"}/whatsapp/webhook`,
      `Verify token: ${verifyTokenOf(settings) ?? "the one you chose"}`,
      "Start the gateway before you press Verify and save: Meta asks it at once.",
      "At Webhook fields subscribe to messages.",
      "Meta calls only https addresses that are open to the internet. On a machine at home put a tunnel before the port of the listener, such as cloudflared, ngrok or Tailscale Funnel.",
      "With a test number, add the numbers that may get messages at API Setup, To.",
    ],
  };
}
