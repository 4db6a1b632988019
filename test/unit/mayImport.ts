/** Who may import whom. Said a second time here, so that a fence taken out of eslint.config.mjs is missed. */
export const mayImport: Record<string, readonly string[]> = {
  api: [],
  prose: [],
  detector: ['api'],
  report: ['api'],
  service: ['api', 'detector', 'report'],
  client: ['api'],
  assistant: ['api', 'client', 'report'],
  editor: ['api', 'prose', 'client', 'report', 'assistant'],
  webview: ['api', 'report'],
  cli: ['api', 'prose', 'detector', 'report', 'service', 'client', 'assistant'],
};
