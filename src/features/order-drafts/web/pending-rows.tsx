import { IconSend } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { listOrdersPending } from '#calls/order-drafts/contract.ts'
import type { ResponseOf } from '#shared/endpoint.ts'
import { query } from '#web/calls/api.ts'
import { t } from '#web/i18n.ts'
import { useRights } from '#web/session/rights.ts'
import { Note, Status } from '#web/ui/status.tsx'

export type PendingRow = ResponseOf<typeof listOrdersPending>[number]

/** Who has orders that are not sent, for every row of a screen in one question. */
export const usePendingRows = (): PendingRow[] => {
  const { can } = useRights()
  return useQuery({ ...query(listOrdersPending, { query: {} }), enabled: can(listOrdersPending) }).data ?? []
}

const textOf = ({ orders, author_name }: PendingRow) => t('Pending orders: {count}, by {doctor}', { count: orders, doctor: author_name })

/** Beside a patient in a queue or over their work: that somebody has chosen orders in this visit and not sent them. Nothing while there are none. */
export const PendingChips = ({ visit }: { visit: number | null | undefined }) =>
  usePendingRows()
    .filter((row) => row.visit === visit && !row.is_closed)
    .map((row) => (
      <span key={row.author} className="orders-pending" title={textOf(row)}>
        <Status chip tone="attention" icon={IconSend}>
          <span className="clip">{textOf(row)}</span>
        </Status>
      </span>
    ))

/** The same over the page of a patient; `except`: whose own basket is on the screen. */
export const OrdersPendingNote = ({ visit, except }: { visit: number; except: number | null }) => {
  const rows = usePendingRows().filter((row) => row.visit === visit && !row.is_closed && row.author !== except)
  return (
    rows.length > 0 && (
      <div className="mb-5">
        <Note tone="attention">{rows.map(textOf).join(' · ')}</Note>
      </div>
    )
  )
}
