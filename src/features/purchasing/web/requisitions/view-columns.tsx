import { type Line, type LineColumn, lineFromRow, packWord, textBox } from '#features/stock/web/lines-field.tsx'
import { number } from '#web/text/format.ts'
import { t } from '#web/i18n.ts'
import { OnHand } from './on-hand.tsx'
import type { RequisitionItem } from './requisition-types.ts'

/** A row of a requisition that is only read, or approved. */
export interface ShownLine extends Line {
  row: RequisitionItem
  /** Packs that are approved, as typed. */
  approved: string
}

export const shownLine = (row: RequisitionItem): ShownLine => ({
  ...lineFromRow(row, String(row.id)),
  row,
  approved: String(row.quantity_approved ?? row.quantity_requested),
})

const none = <span className="t3">–</span>
const packs = ({ pack_name, pack_units, unit }: RequisitionItem) => (pack_name === null ? unit : packWord(pack_name, pack_units))

const shared = (): LineColumn<ShownLine>[] => [
  { key: 'requested', title: t('Requested'), width: 96, align: 'end', render: ({ row }) => number(row.quantity_requested) },
  { key: 'pack', title: t('Pack'), width: 116, render: ({ row }) => packs(row) },
]
const hand = (): LineColumn<ShownLine> => ({
  key: 'hand',
  title: t('On hand'),
  width: 128,
  align: 'end',
  render: ({ row: { on_hand, elsewhere } }) => <OnHand here={on_hand} elsewhere={elsewhere} />,
})

/** The columns of a requisition that is read: what was asked for, approved, ordered and issued. */
export const viewColumns = (isApproved: boolean): readonly LineColumn<ShownLine>[] => [
  ...shared(),
  ...(isApproved
    ? [
        {
          key: 'approved',
          title: t('Approved'),
          width: 92,
          align: 'end' as const,
          render: ({ row: { quantity_approved } }: ShownLine) => (quantity_approved === null ? none : number(quantity_approved)),
        },
        {
          key: 'ordered',
          title: t('Ordered'),
          width: 84,
          align: 'end' as const,
          onlyWide: true,
          render: ({ row: { ordered_units, pack_units } }: ShownLine) => (ordered_units ? number(ordered_units / pack_units) : none),
        },
        {
          key: 'issued',
          title: t('Issued'),
          width: 68,
          align: 'end' as const,
          onlyWide: true,
          render: ({ row: { issued_units, pack_units } }: ShownLine) => (issued_units ? number(issued_units / pack_units) : none),
        },
        {
          key: 'open',
          title: t('Left'),
          width: 64,
          align: 'end' as const,
          render: ({ row: { open_units, pack_units } }: ShownLine) => (open_units ? <b>{number(open_units / pack_units)}</b> : none),
        },
      ]
    : [hand()]),
]

/** The columns of a requisition that is being approved: a box for each line, as requested until somebody types. */
export const approveColumns = (): readonly LineColumn<ShownLine>[] => [
  ...shared(),
  hand(),
  {
    key: 'approved',
    title: t('Approved'),
    width: 92,
    align: 'end',
    box: textBox('approved', { mode: 'numeric', path: 'quantity_approved' }),
  },
]
