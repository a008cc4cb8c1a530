/** What may be pending: drugs of the prescription, tests of the laboratory. */
export const orderKinds = ['drugs', 'tests'] as const
export type OrderKind = (typeof orderKinds)[number]

/** The right to send orders of a kind: without it none can be pending. */
export const permissionToOrder = { drugs: 'prescriptions.change', tests: 'laboratory.request' } as const satisfies Record<OrderKind, string>

/** At most so many orders of one kind are kept pending in a visit: twice what one prescription takes. */
export const MAX_PENDING = 100
