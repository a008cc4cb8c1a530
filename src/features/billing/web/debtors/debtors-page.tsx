import { Button } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { IconCoins, IconMoodSmile } from '@tabler/icons-react'
import { lazy, Suspense, useState } from 'react'
import { useNavigate } from 'react-router'
import { z } from 'zod'
import { debtors } from '#calls/reports/contract.ts'
import { sumOf } from '#shared/money.ts'
import type { TableRow } from '#shared/table.ts'
import { query } from '#web/calls/api.ts'
import { money } from '#web/text/format.ts'
import { t } from '#web/i18n.ts'
import { useRights } from '#web/session/rights.ts'
import { ChoiceField } from '#web/ui/choice-field.tsx'
import { DataTable, type Column } from '#web/ui/data-table.tsx'
import { Empty } from '#web/ui/four-states.tsx'
import { Page } from '#web/ui/page.tsx'
import { useQuery } from '@tanstack/react-query'
import { useUrlState } from '#web/state/url-state.ts'
import { receivePayment } from '#features/billing/contract-payments.ts'
import { isNothing } from '../bill-rules.ts'
import styles from '../queue/queue.module.css'
import { LAPTOP } from '#web/look/tokens.ts'

/** One row of the report of debtors, as the screen needs it. */
interface Debtor {
  key: string
  kind: 'patient' | 'customer' | 'insurer'
  patient: number | null
  insurer: number | null
  name: string
  number: string | null
  bills: number
  days_30: string
  days_60: string
  days_90: string
  older: string
  balance: string
}

const id = (cell: TableRow[string] | undefined) => (typeof cell === 'number' ? cell : null)
const text = (cell: TableRow[string] | undefined) => (cell == null ? '' : String(cell))
const amount = (cell: TableRow[string] | undefined) => text(cell) || '0.00'

const debtorOf = (row: TableRow): Debtor => {
  const [patient, insurer] = [id(row['patient']), id(row['insurance_company'])]
  const name = text(row['name'])
  return {
    key: `${patient}-${insurer}-${name}`,
    kind: patient !== null ? 'patient' : insurer !== null ? 'insurer' : 'customer',
    patient,
    insurer,
    name,
    number: text(row['number']) || null,
    bills: Number(row['bills'] ?? 0),
    days_30: amount(row['days_30']),
    days_60: amount(row['days_60']),
    days_90: amount(row['days_90']),
    older: amount(row['older']),
    balance: amount(row['balance']),
  }
}

const RemittanceDialog = lazy(async () => ({ default: (await import('./remittance-dialog.tsx')).RemittanceDialog }))

const kinds = ['everybody', 'patients', 'insurers'] as const
const state = { who: z.enum(kinds) }

const kindWord = (kind: Debtor['kind']) => ({ patient: t('Patient'), customer: t('Customer'), insurer: t('Insurer') })[kind]
const aged = (amount: string) => (isNothing(amount) ? <span className="t3">–</span> : money(amount))

const age = (key: 'days_30' | 'days_60' | 'days_90' | 'older', title: string): Column<Debtor> => ({
  key,
  title,
  width: 104,
  align: 'end',
  hideOnPhone: true,
  render: (debtor) => aged(debtor[key]),
})

const columns = (isNarrow: boolean, onRemit: ((debtor: Debtor) => void) | undefined): readonly Column<Debtor>[] => {
  const all: (Column<Debtor> | false)[] = [
    {
      key: 'name',
      title: t('Debtor'),
      render: ({ name, number }) => (
        <span className="clip">
          <bdi className="strong">{name}</bdi> <span className="small t3 num">{number}</span>
        </span>
      ),
    },
    { key: 'kind', title: t('Type'), width: 88, hideOnPhone: true, render: ({ kind }) => kindWord(kind) },
    { key: 'bills', title: t('Bills'), width: 56, align: 'end', hideOnPhone: true, render: ({ bills }) => bills },
    age('days_30', t('0–30 days')),
    !isNarrow && age('days_60', t('31–60 days')),
    !isNarrow && age('days_90', t('61–90 days')),
    age('older', isNarrow ? t('Over 30 days') : t('Over 90 days')),
    {
      key: 'balance',
      title: t('Balance'),
      width: 112,
      align: 'end',
      render: ({ balance }) => <span className="strong">{money(balance)}</span>,
    },
    onRemit !== undefined && {
      key: 'action',
      title: t('Actions'),
      isTitleHidden: true,
      width: 152,
      hideOnPhone: true,
      render: (debtor) =>
        debtor.kind === 'insurer' && (
          <Button
            size="compact-sm"
            className="row-button"
            leftSection={<IconCoins size={14} aria-hidden />}
            aria-label={t('Remittance of {insurer}', { insurer: debtor.name })}
            onClick={(event) => {
              event.stopPropagation()
              onRemit(debtor)
            }}
          >
            {t('Remittance')}
          </Button>
        ),
    },
  ]
  return all.filter((column) => column !== false)
}

const addressOf = ({ patient, insurer, name }: Debtor) => {
  const query = new URLSearchParams({ open: 'true' })
  if (patient !== null) query.set('patient_id', String(patient))
  else if (insurer !== null) query.set('insurance_company', String(insurer))
  else query.set('q', name)
  return `/dashboard/billing/invoices?${query}`
}

/** On a narrow screen everything older than a month is one column. */
const folded = (debtor: Debtor, isNarrow: boolean): Debtor =>
  isNarrow ? { ...debtor, older: sumOf([debtor.days_60, debtor.days_90, debtor.older]) } : debtor

/** Who owes the clinic, by the age of the bills; Enter opens what they owe. */
export const DebtorsPage = () => {
  const go = useNavigate()
  const { can } = useRights()
  const isNarrow = useMediaQuery(LAPTOP) ?? false
  const [{ who = 'everybody' }, setUrl] = useUrlState(state)
  const [remitting, setRemitting] = useState<Debtor | null>(null)
  const { data, error, dataUpdatedAt, refetch } = useQuery(query(debtors, { query: {} }))
  const all = data?.rows.map((row: TableRow) => debtorOf(row))
  const shown = all
    ?.filter(({ kind }) => who === 'everybody' || (kind === 'insurer') === (who === 'insurers'))
    .map((one) => folded(one, isNarrow))
  const rows = { data: shown, error, dataUpdatedAt, refetch, hasMore: false, isFetchingMore: false, fetchMore: () => {}, total: null }
  return (
    <Page
      title={t('Debtors')}
      sub={
        shown ? t('{amount} outstanding', { amount: money(sumOf(shown.map(({ balance }) => balance)), { withCurrency: true }) }) : '\u00a0'
      }
      actions={
        <ChoiceField
          aria-label={t('Show')}
          data={[
            { value: 'everybody', label: t('All debtors') },
            { value: 'patients', label: t('Patients') },
            { value: 'insurers', label: t('Insurers') },
          ]}
          value={who}
          onChange={(value) => setUrl({ who: value === 'everybody' ? '' : value })}
        />
      }
    >
      <div className={`stack rows-box ${styles.rows}`}>
        <DataTable
          label={t('Debtors')}
          columns={columns(isNarrow, can(receivePayment) ? setRemitting : undefined)}
          rows={rows}
          rowKey={({ key }) => key}
          onOpen={(debtor) => void go(addressOf(debtor))}
          empty={
            <Empty icon={IconMoodSmile} title={t('No debtors')}>
              {t('Issued, unpaid bills appear here by debtor.')}
            </Empty>
          }
        />
      </div>
      <Suspense>
        {remitting?.insurer != null && <RemittanceDialog insurer={remitting.insurer} onClose={() => setRemitting(null)} />}
      </Suspense>
    </Page>
  )
}
