/**
 * The two ways in which AI texts differ from people's. Some signs point in opposite directions, so each way has its
 * own weights. `chat` is the style of chat assistants; `plain` is that of newer models when they imitate people's
 * styles.
 */
export const voices = ['chat', 'plain'] as const;
export type Voice = (typeof voices)[number];

/** A value for each voice. */
export type ByVoice<Value> = Record<Voice, Value>;

export const eachVoice = <Value>(valueOf: (voice: Voice) => Value): ByVoice<Value> => ({
  chat: valueOf('chat'),
  plain: valueOf('plain'),
});
