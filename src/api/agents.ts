/** How AI agents sign their commits. */

const trailer =
  /^(?:Co-(?:authored|developed)-by|Assisted-by): ?(?<name>[^<]{1,100}?) ?<(?<mail>[^<>]{1,100})>/i;
/** Some people are called Claude, Devin or Jules: for those names, only the address decides. */
const agentName =
  /^(?:Claude (?:Code|Opus|Sonnet|Haiku|\d).{0,40}|(?:GitHub )?Copilot.{0,40}|Cursor(?: Agent)?|(?:OpenAI )?Codex.{0,20}|ChatGPT.{0,20}|GPT-\d.{0,20}|Gemini(?: (?:CLI|Code|\d|Pro|Flash).{0,30})?|Devin AI|aider\b.{0,60}|OpenHands|Windsurf|Qwen.{0,20}|DeepSeek.{0,20}|[\w-]*(?:copilot|claude|codex|gemini|devin-ai|jules|cursor)[\w-]*\[bot\])$/i;
const agentMail =
  /^(?:noreply@anthropic\.com|cursoragent@cursor\.com|.{0,40}copilot@(?:users\.noreply\.)?github\.com)$/i;
const generated = /^(?:🤖 )?Generated with \[?(?<name>Claude|Copilot|Cursor|Codex|Gemini|Devin|aider|Amp)\b/;

/** Returns the name if it or the address belongs to an AI that signs commits. */
export function agentNamed(name: string, mail: string): string | null {
  return agentName.test(name) || agentMail.test(mail) ? name : null;
}

/** The AI named as an author in a trailer of a commit message. */
export function agentInTrailer(line: string): string | null {
  const { name = '', mail = '' } = trailer.exec(line)?.groups ?? {};
  return agentNamed(name, mail) ?? generated.exec(line)?.groups?.['name'] ?? null;
}
