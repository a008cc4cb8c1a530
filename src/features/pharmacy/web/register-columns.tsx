import { Link } from 'react-router'
import { MovementName } from '#features/stock/web/movement-name.tsx'
import type { ResponseOf } from '#shared/endpoint.ts'
import { dateTime, dayOf, number } from '#web/format.ts'
import { t } from '#web/i18n.ts'
import type { Column } from '#web/ui/data-table.tsx'
import type { listRegister } from '../contract-register.ts'

export type RegisterRow = ResponseOf<typeof listRegister>[number]
interface Room {
  isPhone: boolean
  isNarrow: boolean
  /** One item was asked for: its name is above the table. */
  isOneItem: boolean
}

const dash = <span className="t3">–</span>
const amount = (units: number) => (units === 0 ? dash : number(units))

const Whom = ({ of: { patient, patient_name, patient_number, prescriber_name } }: { of: RegisterRow }) => {
  if (patient === null) return dash
  return (
    <span className="clip" title={[patient_name, patient_number, prescriber_name].filter(Boolean).join(' · ')}>
      <Link className="link" to={`/dashboard/patients/${patient}`}>
        <bdi>{patient_name}</bdi>
      </Link>{' '}
      <span className="t3 num">{patient_number}</span>
    </span>
  )
}

const item: Omit<Column<RegisterRow>, 'title'> = {
  key: 'item',
  render: ({ item_name, unit }) => (
    <span className="clip" title={item_name}>
      <span className="strong">{item_name}</span> <span className="small t3">{unit}</span>
    </span>
  ),
}

/** The columns of the register; on a phone what came and went stands under what it was. */
export const registerColumns = ({ isPhone, isNarrow, isOneItem }: Room): Column<RegisterRow>[] => {
  const balance: Column<RegisterRow> = {
    key: 'balance',
    title: t('Balance'),
    width: 84,
    align: 'end',
    render: (row) => <b>{number(row.balance)}</b>,
  }
  if (isPhone)
    return [
      {
        key: 'item',
        title: t('Item'),
        render: (row) => (
          <span className="queue-cell">
            <span className="strong clip">{row.item_name}</span>
            <span className="clip">
              <span className="num">{dayOf(row.happened_at)}</span> · {row.patient_name ?? <MovementName of={row.kind} />}
            </span>
            <span className="small t3 num">
              {row.document} · {row.store_name}
            </span>
          </span>
        ),
      },
      {
        key: 'moved',
        title: t('Moved'),
        width: 72,
        align: 'end',
        render: ({ received, issued }) => (received > 0 ? `+${number(received)}` : `−${number(issued)}`),
      },
      balance,
    ]
  const wide: Column<RegisterRow>[] = [
    { key: 'store', title: t('Store'), width: 120, render: ({ store_name }) => store_name },
    { key: 'prescriber', title: t('Prescribed by'), width: 144, render: ({ prescriber_name }) => prescriber_name ?? dash },
    { key: 'by', title: t('By'), width: 136, render: ({ by_name }) => by_name ?? dash },
  ]
  const [store, prescriber, by] = wide
  return [
    { key: 'when', title: t('When'), width: 148, render: (row) => <span className="num">{dateTime(row.happened_at)}</span> },
    ...(isOneItem ? [] : [{ ...item, title: t('Item') }]),
    { key: 'kind', title: t('What happened'), width: isOneItem ? 192 : 152, render: ({ kind }) => <MovementName of={kind} /> },
    { key: 'document', title: t('Document'), width: 136, render: ({ document }) => <span className="num">{document}</span> },
    ...(isNarrow || !store ? [] : [store]),
    { key: 'lot', title: t('Lot'), width: 104, render: ({ lot }) => (lot === '' ? dash : <span className="num">{lot}</span>) },
    { key: 'whom', title: t('For'), ...(isOneItem ? {} : { width: isNarrow ? 136 : 184 }), render: (row) => <Whom of={row} /> },
    ...(isNarrow || !prescriber || !by ? [] : [prescriber, by]),
    { key: 'in', title: t('In'), width: 64, align: 'end', render: ({ received }) => amount(received) },
    { key: 'out', title: t('Out'), width: 64, align: 'end', render: ({ issued }) => amount(issued) },
    balance,
  ]
}
