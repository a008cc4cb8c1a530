import { actionLabels, entityLabels } from '#shared/record-labels.gen.ts'
import { t } from '#web/i18n.ts'

type Did = (values: { what: string }) => string
const verbs: readonly (readonly [did: Did, actions: readonly string[]])[] = [
  [({ what }) => t('Viewed {what}', { what }), ['read', 'see', 'critical seen', 'look at account']],
  [({ what }) => t('Checked {what}', { what }), ['check']],
  [({ what }) => t('Printed {what}', { what }), ['print']],
  [({ what }) => t('Downloaded {what}', { what }), ['download', 'export']],
  [
    ({ what }) => t('Recorded {what}', { what }),
    ['create', 'add', 'observe', 'set', 'open', 'assign', 'file', 'request', 'start', 'prescribe', 'refer', 'upload'],
  ],
  [
    ({ what }) => t('Changed {what}', { what }),
    ['update', 'change', 'status', 'move', 'undo move', 'reopen', 'confirm', 'check in', 'stop'],
  ],
  [
    ({ what }) => t('Withdrew {what}', { what }),
    ['remove', 'end', 'withdraw', 'unfile', 'unlink', 'uncollect', 'return', 'revoke', 'take back result'],
  ],
  [({ what }) => t('Cancelled {what}', { what }), ['cancel']],
  [({ what }) => t('Signed {what}', { what }), ['sign']],
  [({ what }) => t('Sent {what}', { what }), ['send', 'send again']],
  [({ what }) => t('Answered {what}', { what }), ['answer', 'remark']],
  [({ what }) => t('Approved {what}', { what }), ['approve result', 'release']],
  [({ what }) => t('Entered {what}', { what }), ['enter result', 'calculate result']],
  [({ what }) => t('Corrected {what}', { what }), ['amend result']],
  [({ what }) => t('Collected {what}', { what }), ['collect']],
  [({ what }) => t('Received {what}', { what }), ['receive']],
  [({ what }) => t('Refused {what}', { what }), ['reject', 'refuse']],
  [({ what }) => t('Dispensed {what}', { what }), ['dispense', 'sell']],
  [({ what }) => t('Processed {what}', { what }), ['charge', 'change charge', 'cancel charge', 'issue', 'credit']],
]
const verbOf = new Map(verbs.flatMap(([did, actions]) => actions.map((action) => [action, did] as const)))

/** What a row of the trail says of a record, as a sentence; an action that nobody has found words for is work on it. */
export const actionSentence = (action: string, entity: string): string => {
  const sentence = actionLabels[`${action} ${entity}`]
  if (sentence !== undefined) return t(sentence)
  const what = t(entityLabels[entity] ?? entityLabels['patient']!)
  const did: Did = verbOf.get(action) ?? (({ what: thing }) => t('Processed {what}', { what: thing }))
  return did({ what })
}
