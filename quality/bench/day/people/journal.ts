/** What a write that was answered with a success did. Ids are those of the rows that it made or changed. */
export const kinds = [
  'patient',
  'visit',
  'move',
  'vital signs',
  'note',
  'diagnosis',
  'note signed',
  'laboratory request',
  'samples collected',
  'samples received',
  'results',
  'results approved',
  'prescription',
  'dispense',
  'line refused',
  'bill line',
  'bill issued',
  'payment',
  'sale',
  'transfer',
  'transfer received',
  'consumption',
  'requisition',
  'requisition submitted',
  'order',
  'order approved',
  'order sent',
  'delivery',
  'booking',
  'question',
  'document',
  'results read',
] as const
export type Kind = (typeof kinds)[number]

export interface Acknowledged {
  /** When the reply came: an instant, ISO 8601 in UTC. */
  at: string
  kind: Kind
  id: number
  /** The Idempotency-Key that it was sent with; null where none is kept. */
  key: string | null
  /** Whose account did it; null for somebody without one. */
  by: string | null
  /** The reply came after the line had been cut: the write may have been done by an earlier attempt. */
  isRepeated: boolean
  /** What a reader of the database looks for: ids of other rows, numbers, amounts as decimal text. */
  what: Readonly<Record<string, string | number | null | readonly number[]>>
}

export interface Journal {
  acknowledge: (entry: Acknowledged) => void
  entries: readonly Acknowledged[]
}

/** Keeps every acknowledged write in the order in which the replies came. */
export const openJournal = (): Journal => {
  const entries: Acknowledged[] = []
  return { entries, acknowledge: (entry) => void entries.push(entry) }
}
