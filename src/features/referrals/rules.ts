export const referralTypes = ['internal', 'external'] as const
export type ReferralType = (typeof referralTypes)[number]
export const referralStatuses = ['pending', 'accepted', 'declined', 'completed', 'cancelled'] as const
export type ReferralStatus = (typeof referralStatuses)[number]
/** Somebody still has to do something. */
export const openStatuses = ['pending', 'accepted'] as const satisfies readonly ReferralStatus[]

/** Where a referral may go from where it stands. Nobody outside tells us that they accepted: they answer, or they do not. */
export const referralMoves = {
  internal: {
    pending: ['accepted', 'declined', 'cancelled'],
    accepted: ['completed', 'declined', 'cancelled'],
    declined: [],
    completed: [],
    cancelled: [],
  },
  external: { pending: ['completed', 'declined', 'cancelled'], accepted: [], declined: [], completed: [], cancelled: [] },
} as const satisfies Record<ReferralType, Record<ReferralStatus, readonly ReferralStatus[]>>

/** Whether there is such a move. */
export const isReferralMove = (type: ReferralType, from: ReferralStatus, to: ReferralStatus) =>
  (referralMoves[type][from] as readonly ReferralStatus[]).includes(to)

/** Which type a referral is by whom it names; null when it names nobody, or both sides. */
export const typeOfReferral = (to: {
  doctor?: unknown
  department?: unknown
  provider?: unknown
  provider_email?: unknown
}): ReferralType | null => {
  const inside = to.doctor != null || to.department != null
  const outside = to.provider != null || to.provider_email != null
  if (inside === outside) return null
  return inside ? 'internal' : 'external'
}

/** The parts of the record that a letter brings along, in their order; whoever refers or prints may leave them out. Allergies and a pregnancy stay. */
export const letterParts = [
  'history',
  'examination',
  'diagnoses',
  'problems',
  'medicines',
  'vitals',
  'results',
  'results_in_person',
] as const
export type LetterPart = (typeof letterParts)[number]
/** Results of tests that are told in person go along only where somebody says so. */
export const usuallyLeftOut: readonly LetterPart[] = ['results_in_person']
