import { Button } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { IconFileTypePdf, IconLock, IconSearch } from '@tabler/icons-react'
import { keepPreviousData } from '@tanstack/react-query'
import { Day } from '#features/stock/contract-items.ts'
import { StockItemField } from '#features/stock/web/stock-item-field.tsx'
import { StoreField } from '#features/stock/web/store-field.tsx'
import { Id } from '#shared/paging.ts'
import { addDays } from '#shared/zoned.ts'
import { download, pages } from '#web/calls/api.ts'
import { today, dateTime, dayOf, number } from '#web/text/format.ts'
import { t } from '#web/i18n.ts'
import { usePages } from '#web/calls/rows.ts'
import { toast } from '#web/messages/toast.tsx'
import { DataTable, type Column } from '#web/ui/data-table.tsx'
import { DaysFilter } from '#web/ui/days-filter.tsx'
import { Empty } from '#web/ui/four-states.tsx'
import { Page } from '#web/ui/page.tsx'
import { useUrlState } from '#web/state/url-state.ts'
import { listRegister, printRegister } from '../contract.ts'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { MovementName } from '#features/stock/web/movement-name.tsx'
import type { ResponseOf } from '#shared/endpoint.ts'
import styles from './pharmacy.module.css'
import { PHONE, LAPTOP } from '#web/look/tokens.ts'

type RegisterRow = ResponseOf<typeof listRegister>[number]
interface Room {
  isPhone: boolean
  isNarrow: boolean
}

const dash = <span className="t3">–</span>
const amount = (units: number) => (units === 0 ? dash : number(units))

const Two = ({ first, second }: { first: ReactNode; second: string }) => (
  <span className={`stack min-w-0 gap-1 ${styles.queueCell}`}>
    <span className="clip">{first}</span>
    <span className="clip small t3 num" title={second}>
      {second || '\u00a0'}
    </span>
  </span>
)

const Whom = ({ entry: { patient, patient_name, patient_number, prescriber_name } }: { entry: RegisterRow }) => {
  if (patient === null) return dash
  const name = (
    <>
      <Link className="link" to={`/dashboard/patients/${patient}`}>
        <bdi>{patient_name}</bdi>
      </Link>{' '}
      <span className="t3 num">{patient_number}</span>
    </>
  )
  return <Two first={name} second={prescriber_name === null ? '' : t('Prescribed by {who}', { who: prescriber_name })} />
}

/** The columns of the register; on a phone what came and went stands under what it was. */
const registerColumns = ({ isPhone, isNarrow }: Room): Column<RegisterRow>[] => {
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
          <span className={`stack min-w-0 gap-1 ${styles.queueCell}`}>
            <span className="strong wrap-text">{row.item_name}</span>
            <span className="clip">
              <span className="num">{dayOf(row.happened_at)}</span> · {row.patient_name ?? <MovementName kind={row.kind} />}
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
          second={[row.store_name, row.lot === '' ? '' : t('Lot {lot}', { lot: row.lot })].filter(Boolean).join(' · ')}
        />
      ),
    },
    {
      key: 'kind',
      title: t('Event'),
      width: isNarrow ? 164 : 184,
      render: ({ kind, document }) => <Two first={<MovementName kind={kind} />} second={document} />,
    },
    { key: 'whom', title: t('For'), width: isNarrow ? 144 : 232, render: (row) => <Whom entry={row} /> },
    { key: 'in', title: t('Received'), width: 84, align: 'end', render: ({ received }) => amount(received) },
    { key: 'out', title: t('Out'), width: 88, align: 'end', render: ({ issued }) => amount(issued) },
    balance,
  ]
}

const PAGE = 50
const PRINTED_DAYS = 30
const state = { item: Id, store: Id, from: Day, to: Day }

interface Asked {
  item: number | undefined
  store: number | undefined
  from: string | undefined
  to: string | undefined
}

/** The paper is of one item in one store; without days it is of the last month. */
const PdfButton = ({ item, store, from, to }: Asked) => {
  const until = to ?? today()
  const since = from ?? addDays(until, -PRINTED_DAYS)
  const isKnown = item !== undefined && store !== undefined
  const print = () =>
    isKnown && void download(printRegister, { query: { item, store, from: since, to: until } }, { open: true }).catch(toast.failed)
  const button = (
    <Button leftSection={<IconFileTypePdf size={16} aria-hidden />} disabled={!isKnown} onClick={print}>
      {t('Print')}
    </Button>
  )
  return (
    <>
      {!isKnown && <span className="small t3">{t('To print, choose an item and a store.')}</span>}
      {button}
    </>
  )
}

/** Every unit of a controlled drug that came or went, for whom, and what was left then. */
export const RegisterPage = () => {
  const isPhone = useMediaQuery(PHONE) ?? false
  const isNarrow = useMediaQuery(LAPTOP) ?? false
  const [asked, set] = useUrlState(state)
  const { item, store, from, to } = asked
  const rows = usePages({ ...pages(listRegister, { query: { item, store, from, to, limit: PAGE } }), placeholderData: keepPreviousData })
  const isNarrowed = Object.values(asked).some((value) => value !== undefined)
  const choose = (name: string) => (id: number | null) => set({ [name]: id === null ? '' : String(id) })
  return (
    <Page
      title={t('Controlled drugs')}
      sub={t('Register: received, issued and balance, newest first')}
      actions={<PdfButton item={item} store={store} from={from} to={to} />}
    >
      <div className="doc-tools" role="search">
        <StockItemField
          className={styles.registerItem}
          aria-label={t('Item')}
          placeholder={t('All controlled drugs')}
          clearable
          clearButtonProps={{ 'aria-label': t('Clear') }}
          value={item ?? null}
          name={rows.data?.find((row) => row.item === item)?.item_name ?? ''}
          onChange={choose('item')}
        />
        <StoreField clearable aria-label={t('Store')} placeholder={t('All stores')} value={store ?? null} onChange={choose('store')} />
        <DaysFilter from={from} to={to} onFrom={(day) => set({ from: day })} onTo={(day) => set({ to: day })} />
      </div>
      <div className={`doc-rows rows-box flex column ${styles.queueRows} ${styles.registerRows}`}>
        <DataTable
          label={t('Controlled drugs')}
          columns={registerColumns({ isPhone, isNarrow })}
          rows={rows}
          rowKey={({ id }) => id}
          empty={
            isNarrowed ? (
              <Empty
                icon={IconSearch}
                title={t('No matching movements')}
                action={<Button onClick={() => set({ item: '', store: '', from: '', to: '' })}>{t('Show all')}</Button>}
              >
                {t('Only items marked as controlled drugs appear in the register.')}
              </Empty>
            ) : (
              <Empty icon={IconLock} title={t('No controlled drug movements yet')}>
                {t('Movements of items marked as controlled drugs are entered in this register automatically.')}
              </Empty>
            )
          }
        />
      </div>
    </Page>
  )
}
