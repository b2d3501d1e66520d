import type { OrderRule } from "./order-rule.ts";
import { foreign } from "./order-rule.ts";

const reading = foreign.filter((surface) => surface !== "dm");

/** Texts that are only to be read, and speak to the agent that reads them. */
export const addressRules: readonly OrderRule[] = [
  {
    id: "address.order",
    reason: "gives an order to an agent",
    only: reading,
    patterns: [
      "^ model|models ,|:|please 4 ACT -is|was",
      "^ AGENT 1 coders|readers|users|editors|writers|reviewers|visitors|agents ,|: 4 ACT|your|IGNORE",
      // "Assistant, …", "Note to AI tools: …", "[bot: …", "@assistant please …": a call, a mark, an order.
      "^ dear|hi|hey|hello|attention|note|notice|important|message|memo|text|instructions|instruction|directive|warning|reminder|to|for|all 3 AGENT 4 :|,|that|who|must|should|please|to 5 ACT|IGNORE|NOT|SEND|SHOW -may|can|will|said",
      "@ AGENT|copilot 1 ACT|SEND|DESTROY",
      "^ AGENT 1 AGENT|tools|models|systems|agent|instructions|reading 5 ,|:|please|! 3 ACT|IGNORE|DESTROY|not|never|don't|SEND|SHOW|you -is|was|said|true|false|import|startups|fix",
      "^ AGENT ,|:|please 2 ACT|IGNORE|SHOW|DESTROY|NOT|what -is|was|true|false|said|fix|sent|avoid|errors|import|agents",
      '"|[|(|@|`|=|:|; 1 AGENT 2 ,|:|please|must|should|agents|tools|instructions 4 ACT|IGNORE|SEND|SHOW|DESTROY|RUN -is|was|true|false|said|may|can|not',
      "to|for|dear|hi|hey|hello|attention|all|note 2 AGENT|ai 4 ,|: 5 ACT|IGNORE|SEND|SHOW|DESTROY|not|you|this -said|may",
      "AGENT 3 AGENT|tools|models|systems|contributors|mailbox|reviewers 8 MUST 3 ACT|SEND|SHOW|reply -can|may|not|never|restarted|human|be-reviewed",
      "AGENT 1 must|should|shall|has|have|needs|required|ought 2 ACT|SEND|SHOW|RUN|DESTROY|PUT|disclose -not|never|have|as|restarted|permission|before",
      "AGENT 2 are|is to 1 ACT|SEND|SHOW|RUN|export|disclose -not|never|was",
      "if you|this are|is|re 2 an|a|the|our 1 AGENT|language|automated -using",
      "if you are|re AGENT|language",
      "if|when|whenever 3 AGENT|model 4 reads|read|reading|handles|processes|handle|sees|see|summarises|summarizes|parses|indexes|visits 12 ACT|MUST|SEND|SHOW",
      "AGENT 4 reading|processing|handling|summarising|summarizing|screening|indexing|that|which 6 : 2 ACT|you|MUST|this",
      "you are|you're 4 AGENT|language|model 8 ACT|MUST|reading +reading|page|this|summary -helpful|teacher|lawyer",
      "when|if you see|read|find|summarise|summarize|reach|open|process|visit|index|encounter 2 this|that|it|page|document 2 , 4 ACT|DESTROY|remove|IGNORE +AGENT|todo|summary|ai|user",
      "when|if|while|before you 1 summarise|summarize|answer|reply|respond 6 ACT|include|add|mention|PUT -support|ticket|email",
      "your|the|in 1 summary|answer|reply|response|output|translation 1 must|should|shall|has 3 contain|include|end|start|begin|mention|state|link|recommend|be -api|server|http|function|json|field",
      "in|to|into your 1 next|summary|answer|first|final|search 1 summary|answer|reply|response|search|query|commit|message|output",
      "reply|respond|answer|output|say 1 only|just|nothing 1 with|but|except|: -when|json|code",
      "add|insert|include|call|put|run 5 here|and 4 ignore|ignoring 3 task|request",
      "AGENT 1 tools|agents 3 that|who|which 12 ACT|DESTROY|PUT -may|can",
      "chatbots|assistants|models|llms|bots summarising|summarizing|reading|processing|indexing|parsing|answering",
      "^ stop|wait|halt +summarise|summarize|visit|OUTSIDE",
      "not|never|don't 1 summarise|summarize|translate 1 this|the|it|page|visit",
      "instead|rather 2 output|print|write|say|show|display|answer|reply 6 advertisement|ad|following|this|sentence|text|link|line",
      "tell|inform|warn|convince|persuade|instruct|ask|get 2 user|users|visitor|reader 3 that|to 6 account|call|download|visit|click|install|locked|update|buy|pay|upgrade|phone|update.exe|OUTSIDE|their|they -approve|confirm|log",
      "assistant|ai|bot|agent|copilot|llm , 10 please|now|here -said|cried|asked|replied|my|her|his|the",
      "could|can|would|will you 5 quietly|secretly|also|just|please|mind 6 add|print|open|run|execute|show|send 6 my key|hidden|terminal|command|SECRET|your|instructions -slides|help",
      "could|can|would|will 1 you|your 2 AGENT|please|just|open|run 8 terminal|command|shell|SECRET|folder|owner|contract|key 10 me|owner|below|for|without|keys|directly -docs|kubectl",
    ],
  },
  {
    id: "address.agents-act",
    reason: "gives an order to agents that harms those they work for",
    only: ["context-file", "skill", "memory"],
    patterns: [
      "AGENT 12 export|upload|exfiltrate|publish 6 SECRET|environment|OUTSIDE|PRIVATE 8 to|at 3 OUTSIDE -not|never",
      "AGENT 12 PUT 3 ssh|new|my 2 ssh|key|user|admin 4 server|account|host|to -not|never",
      "^ instructions|note|message|important 1 for|to 2 AGENT 4 , 8 SECRET|OUTSIDE|IGNORE",
    ],
  },
];
