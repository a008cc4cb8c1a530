import { ApiError } from '#web/calls/api.ts'
import { askReason } from '#web/messages/dialogs.ts'
import { t } from '#web/i18n.ts'

interface OneSided {
  name: string
  for_sex: 'male' | 'female'
}

const questionOf = (tests: readonly OneSided[]) => {
  const names = tests.map(({ name }) => name).join(', ')
  return tests[0]?.for_sex === 'male'
    ? t('Only for men: {tests}. The patient is recorded as female.', { tests: names })
    : t('Only for women: {tests}. The patient is recorded as male.', { tests: names })
}

/** What is added to a request that goes against the sex that a test is for. */
export interface SexReason {
  sex_override?: string
}

/**
 * Asks for tests. Where one is for the other sex the person is asked why, and the tests are asked for once more with the reason. False when
 * the person turned back: nothing is asked for then. Other refusals are thrown.
 */
export const withSexReason = async (ask: (reason: SexReason) => Promise<unknown>): Promise<boolean> => {
  try {
    await ask({})
  } catch (error) {
    if (!(error instanceof ApiError && error.code === 'other_sex')) throw error
    const sex_override = await askReason({
      title: t('Sex mismatch'),
      text: questionOf(error.body['tests'] as OneSided[]),
      label: t('Reason for the request'),
      action: t('Request anyway'),
    })
    if (sex_override === null) return false
    await ask({ sex_override })
  }
  return true
}
