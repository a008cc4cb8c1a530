import { t } from '#web/i18n.ts'

/** What the trail calls things, in words of the house. Lists and single rows are the same here. */
const nouns: readonly (readonly [what: () => string, entities: readonly string[]])[] = [
  [() => t('the record'), ['patient', 'workspace', 'patient merge']],
  [() => t('the history'), ['time line']],
  [() => t('the patient’s card'), ['patient card']],
  [() => t('the portal account'), ['account slip', 'user']],
  [() => t('the next of kin'), ['next of kin', 'contact details']],
  [() => t('the allergies'), ['allergy', 'no known allergies']],
  [() => t('the alerts'), ['alert']],
  [() => t('the identity papers'), ['identifier']],
  [() => t('the insurance'), ['insurance']],
  [() => t('the access log'), ['access log', 'audit log', 'emergency accesses']],
  [() => t('the visit'), ['visit']],
  [() => t('the vital signs'), ['triage', 'triages', 'vital signs']],
  [() => t('the notes'), ['note', 'notes', 'addendum']],
  [() => t('the diagnoses'), ['diagnosis', 'diagnoses']],
  [() => t('the problem list'), ['problem', 'problems']],
  [() => t('the medicines'), ['medicine', 'medicines']],
  [() => t('the prescriptions'), ['prescription', 'prescriptions', 'prescribed drug', 'prescribed drugs', 'controlled drugs']],
  [() => t('the prescription request'), ['prescription request', 'prescription requests']],
  [() => t('what was handed out'), ['dispense', 'dispenses', 'patient returns', 'recall', 'stock movements']],
  [() => t('the counter sale'), ['sale']],
  [
    () => t('the laboratory tests'),
    ['lab test', 'lab test request', 'lab test requests', 'lab work list', 'equipment test request', 'equipment test requests'],
  ],
  [() => t('the samples'), ['sample', 'samples']],
  [
    () => t('the laboratory results'),
    [
      'lab results',
      'lab test result',
      'lab test results',
      'equipment result',
      'equipment results',
      'equipment message',
      'equipment messages',
      'lab release',
    ],
  ],
  [() => t('the laboratory report'), ['laboratory report']],
  [() => t('the critical values'), ['critical value', 'critical values']],
  [() => t('the laboratory request of the patient'), ['public lab request', 'public lab requests']],
  [() => t('the orders that are not sent'), ['order draft', 'order drafts']],
  [() => t('the referrals'), ['referral', 'referrals', 'referral letter']],
  [() => t('the letters'), ['letter', 'letters', 'letter draft']],
  [() => t('the bills'), ['invoice', 'invoices', 'invoice items']],
  [() => t('the credit notes'), ['credit note', 'credit notes']],
  [() => t('the receipts'), ['receipt', 'receipts']],
  [() => t('the appointments'), ['appointment', 'appointments', 'appointments of a day', 'waiting list']],
  [() => t('the booking of the public'), ['public booking', 'public bookings', 'matches of a public booking']],
  [() => t('the documents'), ['medical record', 'medical records', 'document finding', 'document search']],
  [() => t('the messages'), ['message']],
  [() => t('an answer of the assistant'), ['assistant']],
]
const nounOf = new Map(nouns.flatMap(([what, entities]) => entities.map((entity) => [entity, what] as const)))

type Did = (values: { what: string }) => string
const verbs: readonly (readonly [did: Did, actions: readonly string[]])[] = [
  [({ what }) => t('Read {{what}}', { what }), ['read', 'see', 'critical seen', 'look at account']],
  [({ what }) => t('Checked {{what}}', { what }), ['check']],
  [({ what }) => t('Printed {{what}}', { what }), ['print']],
  [({ what }) => t('Downloaded {{what}}', { what }), ['download', 'export']],
  [
    ({ what }) => t('Recorded {{what}}', { what }),
    ['create', 'add', 'observe', 'set', 'open', 'assign', 'file', 'request', 'start', 'prescribe', 'refer', 'upload'],
  ],
  [
    ({ what }) => t('Changed {{what}}', { what }),
    ['update', 'change', 'status', 'move', 'undo move', 'reopen', 'confirm', 'check in', 'stop'],
  ],
  [
    ({ what }) => t('Took {{what}} back', { what }),
    ['remove', 'end', 'withdraw', 'unfile', 'unlink', 'uncollect', 'return', 'revoke', 'take back result'],
  ],
  [({ what }) => t('Cancelled {{what}}', { what }), ['cancel']],
  [({ what }) => t('Signed {{what}}', { what }), ['sign']],
  [({ what }) => t('Sent {{what}}', { what }), ['send', 'send again']],
  [({ what }) => t('Answered {{what}}', { what }), ['answer', 'remark']],
  [({ what }) => t('Approved {{what}}', { what }), ['approve result', 'release']],
  [({ what }) => t('Entered {{what}}', { what }), ['enter result', 'calculate result']],
  [({ what }) => t('Corrected {{what}}', { what }), ['amend result']],
  [({ what }) => t('Collected {{what}}', { what }), ['collect']],
  [({ what }) => t('Received {{what}}', { what }), ['receive']],
  [({ what }) => t('Refused {{what}}', { what }), ['reject', 'refuse']],
  [({ what }) => t('Handed out {{what}}', { what }), ['dispense', 'sell']],
  [({ what }) => t('Worked on {{what}}', { what }), ['charge', 'change charge', 'cancel charge', 'issue', 'credit']],
]
const verbOf = new Map(verbs.flatMap(([did, actions]) => actions.map((action) => [action, did] as const)))

/** Deeds with a sentence of their own, by what the trail calls them: `action entity`. */
const sentences: Readonly<Record<string, () => string>> = {
  'create patient': () => t('Registered the patient'),
  'deactivate patient': () => t('Closed the record'),
  'reactivate patient': () => t('Opened the record again'),
  'restrict patient': () => t('Limited who may open the record'),
  'lift restriction patient': () => t('Ended the limit on who may open the record'),
  'end emergency patient': () => t('Ended the opening in an emergency'),
  'review emergency access': () => t('Looked into an opening in an emergency'),
  'merge into patient': () => t('Joined two records'),
  'merge patient': () => t('Joined two records'),
  'undo merge patient': () => t('Parted two joined records again'),
  'link account patient': () => t('Linked a portal account'),
  'unlink account patient': () => t('Parted a portal account'),
  'try a slip user': () => t('Tried a code to link an account'),
  'denied patient': () => t('Tried to open the record and was refused'),
  'start visit': () => t('Started a visit'),
  'move visit': () => t('Led the patient to the next step'),
  'check in appointment': () => t('Checked the patient in'),
  'book appointment': () => t('Booked an appointment'),
  'book waiting list': () => t('Booked an appointment'),
  'create waiting list': () => t('Put the patient on the waiting list'),
  'remove waiting list': () => t('Took the patient off the waiting list'),
  'convert public booking': () => t('Matched a booking with the record'),
  'request lab test': () => t('Ordered laboratory tests'),
  'request lab test request': () => t('Ordered laboratory tests'),
  'refer referral': () => t('Referred the patient'),
  'prescribe prescribed drug': () => t('Prescribed medicines'),
  'prescribe prescription request': () => t('Prescribed medicines'),
  'print sample': () => t('Printed the label of a sample'),
  'payment receipt': () => t('Took a payment'),
  'refund receipt': () => t('Gave money back'),
  'reversal receipt': () => t('Undid a payment'),
  'opt out message': () => t('Stopped the messages'),
  'ask assistant': () => t('Asked the assistant'),
}

/** What a row of the trail says of a record, as a sentence; a deed that nobody has found words for is work on it. */
export const deedSentence = (action: string, entity: string): string => {
  const sentence = sentences[`${action} ${entity}`]
  if (sentence) return sentence()
  const what = nounOf.get(entity) ?? nounOf.get('patient')!
  const did: Did = verbOf.get(action) ?? (({ what: of }) => t('Worked on {{what}}', { what: of }))
  return did({ what: what() })
}
