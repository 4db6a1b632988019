import assert from 'node:assert/strict';
import { falsePositiveForm, falsePositivesAddress } from '../../../../src/editor/core/falsePositives.ts';

const repository = 'https://code.example.org/acme/inkling.git';

describe('the way to report a false positive', () => {
  it('leads to the issues of the repository, or where the user says', () => {
    assert.equal(falsePositivesAddress('', repository), 'https://code.example.org/acme/inkling/issues');
    assert.equal(
      falsePositivesAddress(' https://forms.example.org/wronged?team=7 ', repository),
      'https://forms.example.org/wronged?team=7',
    );
  });

  it('is none where it would lead a wronged writer nowhere, or not safely', () => {
    assert.equal(falsePositivesAddress('', 'https://example.invalid/inkling.git'), undefined);
    assert.equal(falsePositivesAddress(undefined, 'https://invalid/inkling'), undefined);
    for (const setting of ['http://forms.example.org', 'file:///etc/passwd', 'command:x', 'forms'])
      assert.equal(falsePositivesAddress(setting, repository), undefined, setting);
  });

  it('fills in the form of an issue tracker, and gives any other the same figures', () => {
    const figures = { version: '1.2.3', confidence: 'low', score: '0.97' } as const;
    assert.equal(
      falsePositiveForm('https://code.example.org/acme/inkling/issues', figures),
      'https://code.example.org/acme/inkling/issues/new?template=false-positive.yml&version=1.2.3&confidence=low&score=0.97',
    );
    assert.equal(
      falsePositiveForm('https://forms.example.org/wronged?team=7', { ...figures, score: undefined }),
      'https://forms.example.org/wronged?team=7&version=1.2.3&confidence=low',
    );
  });
});
