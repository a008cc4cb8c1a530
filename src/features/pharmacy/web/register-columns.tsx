import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { MovementName } from '#features/stock/web/movement-name.tsx'
import type { ResponseOf } from '#shared/endpoint.ts'
import { dateTime, dayOf, number } from '#web/text/format.ts'
import { t } from '#web/i18n.ts'
import type { Column } from '#web/ui/data-table.tsx'
import type { listRegister } from '../contract-register.ts'

export type RegisterRow = ResponseOf<typeof listRegister>[number]
interface Room {
  isPhone: boolean
  isNarrow: boolean
}

const dash = <span className="t3">–</span>
const amount = (units: number) => (units === 0 ? dash : number(units))

const Two = ({ first, second }: { first: ReactNode; second: string }) => (
  <span className="queue-cell">
    <span className="clip">{first}</span>
    <span className="clip small t3 num" title={second}>
      {second || '\u00a0'}
    </span>
  </span>
)

const Whom = ({ of: { patient, patient_name, patient_number, prescriber_name } }: { of: RegisterRow }) => {
  if (patient === null) return dash
  const name = (
    <>
      <Link className="link" to={`/dashboard/patients/${patient}`}>
        <bdi>{patient_name}</bdi>
      </Link>{' '}
      <span className="t3 num">{patient_number}</span>
    </>
  )
  return <Two first={name} second={prescriber_name === null ? '' : t('Prescribed by {{who}}', { who: prescriber_name })} />
}

/** The columns of the register; on a phone what came and went stands under what it was. */
export const registerColumns = ({ isPhone, isNarrow }: Room): Column<RegisterRow>[] => {
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
        wraps: true,
        render: (row) => (
          <span className="queue-cell">
            <span className="strong wrap-text">{row.item_name}</span>
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
  return [
    {
      key: 'when',
      title: t('When'),
      width: isNarrow ? 148 : 176,
      render: (row) => <Two first={<span className="num">{dateTime(row.happened_at)}</span>} second={row.by_name ?? ''} />,
    },
    {
      key: 'item',
      title: t('Item'),
      wraps: true,
      render: (row) => (
        <Two
          first={<span className="strong">{row.item_name}</span>}
          second={[row.store_name, row.lot === '' ? '' : t('Lot {{lot}}', { lot: row.lot })].filter(Boolean).join(' · ')}
        />
      ),
    },
    {
      key: 'kind',
      title: t('What happened'),
      width: isNarrow ? 164 : 184,
      render: ({ kind, document }) => <Two first={<MovementName of={kind} />} second={document} />,
    },
    { key: 'whom', title: t('For'), width: isNarrow ? 144 : 232, render: (row) => <Whom of={row} /> },
    { key: 'in', title: t('Came in'), width: 84, align: 'end', render: ({ received }) => amount(received) },
    { key: 'out', title: t('Went out'), width: 88, align: 'end', render: ({ issued }) => amount(issued) },
    balance,
  ]
}
