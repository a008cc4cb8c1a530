import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { date, number } from '#web/text/format.ts'
import { t } from '#web/i18n.ts'
import { cardQuery } from '../lines/find-item.ts'
import type { Choice, LineBox } from '../lines/line-types.ts'
import type { SendLine } from './transfer-lines.ts'

interface Props {
  line: SendLine
  children: (choices: readonly Choice[]) => ReactNode
}

/** The batches of an item that a store can send; unless one is chosen, what expires first goes. */
export const batchBox = (store: number | null): LineBox<SendLine> => ({
  value: ({ batch }) => (batch === null ? '' : String(batch)),
  write: (line, value) => ({ ...line, batch: value === '' ? null : Number(value) }),
  Choices: ({ line, children }: Props) => {
    const { data } = useQuery(cardQuery(line.item))
    const here = (data?.batches ?? []).flatMap(({ id, lot, expires_on, is_expired, is_recalled, places }) => {
      const quantity = places.find((place) => place.store === store && place.state === 'usable')?.quantity ?? 0
      return quantity === 0 || is_expired || is_recalled
        ? []
        : [{ value: String(id), label: [lot, date(expires_on), number(quantity)].filter(Boolean).join(' · ') }]
    })
    return children([{ value: '', label: t('First to expire') }, ...here])
  },
})
