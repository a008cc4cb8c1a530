import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { cardQuery, type LineColumn, packBox, packsFor } from '#features/stock/web/lines-field.tsx'
import { number } from '#web/text/format.ts'
import { t } from '#web/i18n.ts'
import { OnHand } from './on-hand.tsx'
import type { RequestLine } from './request-lines.ts'
import { useLow } from './use-low.ts'

interface Of {
  line: RequestLine
  store: number | undefined
}

const Here = ({ line, store }: Of) => {
  const { data } = useQuery(cardQuery(line.item))
  if (!data) return <span className="t3">…</span>
  const here = data.levels.find((level) => level.store === store)?.usable ?? 0
  return <OnHand here={here} elsewhere={data.usable - here} />
}

const OnOrder = ({ line }: Of) => {
  const { data } = useQuery(cardQuery(line.item))
  return data?.on_order ? number(data.on_order) : <span className="t3">–</span>
}

const Suggested = ({ line, store }: Of) => {
  const { data } = useLow(store)
  const units = data?.get(line.item)?.suggested_order ?? 0
  return units > 0 ? number(packsFor(units, line.pack_units)) : <span className="t3">–</span>
}

/** The columns of a requisition that is being written: what is there and what is suggested beside what is asked for. */
export const useRequestColumns = (store: number | undefined): readonly LineColumn<RequestLine>[] =>
  useMemo(
    () => [
      {
        key: 'quantity',
        title: t('Quantity'),
        width: 96,
        align: 'end',
        box: {
          value: ({ quantity }) => quantity,
          write: (line, quantity) => ({ ...line, quantity }),
          mode: 'numeric',
          path: 'quantity_requested',
        },
      },
      { key: 'pack', title: t('Pack'), width: 152, box: packBox<RequestLine>() },
      { key: 'hand', title: t('On hand'), width: 128, align: 'end', render: (line) => <Here line={line} store={store} /> },
      {
        key: 'order',
        title: t('On order'),
        width: 80,
        align: 'end',
        onlyWide: true,
        render: (line) => <OnOrder line={line} store={store} />,
      },
      { key: 'suggested', title: t('Suggested'), width: 88, align: 'end', render: (line) => <Suggested line={line} store={store} /> },
      {
        key: 'note',
        title: t('Note'),
        width: 160,
        onlyWide: true,
        box: { value: ({ note }) => note, write: (line, note) => ({ ...line, note }), maxLength: 200 },
      },
    ],
    [store],
  )
