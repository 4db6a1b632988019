import * as vscode from 'vscode';
import type { ApiError, ApiErrorCode } from '../../client/errors.ts';

/**
 * What went wrong with a service, for the user. The client says it in English; in another language it is said by the
 * error's code, with the client's own sentence behind it where that has particulars: a host, a setting, what the
 * service answered.
 */
export function apiErrorInWords({ code, message }: Pick<ApiError, 'code' | 'message'>): string {
  if (vscode.l10n.bundle === undefined) return message;
  const said = sentenceFor(code);
  return isWhole(code) ? said : `${said} (${message})`;
}

/** Whether the code says all that the client does. */
function isWhole(code: ApiErrorCode): boolean {
  return code === 'unauthorised' || code === 'notFound' || code === 'workerDied';
}

function sentenceFor(code: ApiErrorCode): string {
  switch (code) {
    case 'unauthorised':
      return vscode.l10n.t('The service does not accept the API key.');
    case 'notFound':
      return vscode.l10n.t('The service does not have this any more.');
    case 'workerDied':
      return vscode.l10n.t(
        'The service on this machine stopped while it worked. Reports that were stored are not lost. Try again.',
      );
    case 'invalid':
      return vscode.l10n.t('The service could not use what was sent.');
    case 'tooLarge':
      return vscode.l10n.t('The text is too large for the service. Scan a part of it.');
    case 'rateLimited':
      return vscode.l10n.t('The service was asked too often. Wait a little and try again.');
    case 'refused':
      return vscode.l10n.t('The service refused the request.');
    case 'server':
      return vscode.l10n.t('The service failed. Try again; if it keeps failing, its log says why.');
    case 'badAnswer':
      return vscode.l10n.t("The service answered something that Inkling can't read. Check its address.");
    case 'redirected':
      return vscode.l10n.t(
        'The service points to another address. Inkling takes neither your key nor your text there.',
      );
    case 'offline':
      return vscode.l10n.t("The service can't be reached. Check its address and the network.");
    case 'certificate':
      return vscode.l10n.t('A safe connection to the service could not be made.');
    case 'proxy':
      return vscode.l10n.t('The proxy or the network keeps Inkling from the service.');
    case 'timeout':
      return vscode.l10n.t('The service took too long. Try again.');
    case 'unavailable':
      return vscode.l10n.t("The service on this machine can't start.");
  }
}
