import { number } from '#web/text/format.ts'
import { t } from '#web/i18n.ts'
import type { Taken } from './counter-lines.ts'
import type { ShelfBatch } from './counter-types.ts'

/** The last month of use as it stands on packs: 03/2027. */
const monthOf = (day: string) => `${day.slice(5, 7)}/${day.slice(0, 4)}`

/** A batch by its lot and last month. */
export const batchName = ({ lot, expires_on }: Pick<ShelfBatch, 'lot' | 'expires_on'>): string =>
  [lot || t('no lot'), expires_on && `(${monthOf(expires_on)})`].filter(Boolean).join(' ')

/** `40 of A12 (03/2027) + 20 of B07 (06/2027)`. */
export const takenWords = (shelf: readonly ShelfBatch[], taken: readonly Taken[]): string =>
  taken
    .flatMap(({ batch, units }) => {
      const known = shelf.find((one) => one.batch === batch)
      return known ? [t('{n} of {batch}', { n: number(units), batch: batchName(known) })] : []
    })
    .join(' + ')
