/**
 * The two ways in which AI texts differ from people's. Their signs are partly opposite, so each has its own weights:
 * `chat`, the manner of chat assistants, and `plain`, newer models writing in people's registers.
 */
export const voices = ['chat', 'plain'] as const;
export type Voice = (typeof voices)[number];

/** A value for each voice. */
export type ByVoice<Value> = Record<Voice, Value>;

export const eachVoice = <Value>(valueOf: (voice: Voice) => Value): ByVoice<Value> => ({
  chat: valueOf('chat'),
  plain: valueOf('plain'),
});
