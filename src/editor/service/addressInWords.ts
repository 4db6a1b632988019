import * as vscode from 'vscode';
import type { AddressProblem } from '../../client/address.ts';

/** What is wrong with an address, and what to do. */
export function problemInWords(problem: AddressProblem): string {
  switch (problem) {
    case 'notAnAddress':
      return vscode.l10n.t('This is no web address. It looks like https://detector.example.com.');
    case 'insecure':
      return vscode.l10n.t(
        'The address must begin with https://, since your texts and your key go there. Only localhost, 127.0.0.1 and [::1] may do without.',
      );
    case 'holdsPassword':
      return vscode.l10n.t(
        'Leave the user name and password out of the address. The API key is asked for later and kept safely.',
      );
    case 'holdsQuery':
      return vscode.l10n.t('Leave out what follows the ? or #: only the host and perhaps a path are needed.');
  }
}
