import { IconArrowBackUp, IconReplace } from '@tabler/icons-react'
import type { ResponseOf } from '#shared/endpoint.ts'
import { dateTime, dayOf, number, time, today } from '#web/text/format.ts'
import { t } from '#web/i18n.ts'
import type { Column } from '#web/ui/data-table.tsx'
import { Status } from '#web/ui/status.tsx'
import type { getDispense } from '../contract.ts'
import styles from './pharmacy.module.css'

/** As it travels: instants are texts. */
export type Dispense = ResponseOf<typeof getDispense>
export type DispenseItem = Dispense['items'][number]

export const DISPENSES = '/dashboard/pharmacy/dispenses'

/** Who took it home: the patient, somebody by name, or a customer nobody named. */
export const ownerOf = ({ patient_name, customer_name }: Pick<Dispense, 'patient_name' | 'customer_name'>): string =>
  patient_name ?? customer_name ?? t('Customer')

/** Today by its time, any other day by its date. */
export const momentOf = (instant: string): string => (today(instant) === today() ? time(instant) : dayOf(instant))

type Returns = 'none' | 'some' | 'all'
/** How much of it came back. */
export const returnsOf = (items: readonly Pick<DispenseItem, 'units' | 'returned'>[]): Returns =>
  items.every(({ returned }) => returned === 0) ? 'none' : items.every(({ units, returned }) => returned >= units) ? 'all' : 'some'

/** Whether it came back. */
export const ReturnState = ({ dispense }: { dispense: Dispense }) => {
  const came = returnsOf(dispense.items)
  if (came === 'none') return null
  return (
    <Status tone={came === 'all' ? 'inactive' : 'attention'} icon={IconArrowBackUp}>
      {came === 'all' ? t('Returned') : t('Part-returned')}
    </Status>
  )
}

const Items = ({ dispense: { items } }: { dispense: Dispense }) => (
  <span className="wrap-text" title={items.map(({ item_name, units }) => `${item_name} × ${units}`).join('\n')}>
    {items.map(({ id, item_name, units }, at) => (
      <span key={id}>
        {at > 0 && ', '}
        {item_name} <span className="t3 num">× {number(units)}</span>
      </span>
    ))}
  </span>
)

const Facts = ({ dispense }: { dispense: Dispense }) => (
  <span className="row">
    <ReturnState dispense={dispense} />
    {dispense.items.some(({ substitution_reason }) => substitution_reason !== '') && (
      <Status tone="attention" icon={IconReplace}>
        {t('Substituted')}
      </Status>
    )}
  </span>
)

/** The columns of what was handed out; a phone keeps who, what and when. */
export const dispenseColumns = (isPhone: boolean, isNarrow: boolean): Column<Dispense>[] => {
  const when: Column<Dispense> = {
    key: 'when',
    title: t('When'),
    width: 108,
    align: 'end',
    render: ({ dispensed_at }) => <span title={dateTime(dispensed_at)}>{momentOf(dispensed_at)}</span>,
  }
  const name = (row: Dispense) => (
    <bdi className="strong clip" title={ownerOf(row)}>
      {ownerOf(row)}
    </bdi>
  )
  if (isPhone)
    return [
      {
        key: 'who',
        title: t('For'),
        render: (row) => (
          <span className={`stack min-w-0 gap-1 ${styles.queueCell}`}>
            {name(row)}
            <Items dispense={row} />
            <span className="row small">
              <span className="t3 num">{row.number}</span>
              <Facts dispense={row} />
            </span>
          </span>
        ),
      },
      when,
    ]
  return [
    { key: 'number', title: t('Number'), width: 136, render: ({ number: name_ }) => <span className="num strong">{name_}</span> },
    {
      key: 'who',
      title: t('For'),
      width: isNarrow ? 176 : 240,
      render: (row) => (
        <span className="row">
          {name(row)}
          {!isNarrow && <span className="t3 num">{row.patient_number}</span>}
        </span>
      ),
    },
    { key: 'items', title: t('Items'), wraps: true, render: (row) => <Items dispense={row} /> },
    {
      key: 'kind',
      title: t('Type'),
      width: 112,
      render: ({ kind }) => (kind === 'sale' ? t('Counter sale') : t('Prescription')),
    },
    { key: 'facts', title: t('Status'), width: 136, render: (row) => <Facts dispense={row} /> },
    ...(isNarrow ? [] : [{ key: 'by', title: t('By'), width: 152, render: ({ dispensed_by_name }: Dispense) => dispensed_by_name }]),
    when,
  ]
}
