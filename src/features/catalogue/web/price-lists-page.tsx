import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import { useNavigate } from 'react-router'
import { type InsuranceCompany, listInsuranceCompanies } from '#features/insurance/contract.ts'
import { query } from '#web/calls/api.ts'
import { number } from '#web/text/format.ts'
import { t } from '#web/i18n.ts'
import { useRights } from '#web/session/rights.ts'
import { type Rows, useRows } from '#web/calls/rows.ts'
import { DataTable, type Column } from '#web/ui/data-table.tsx'
import { Empty } from '#web/ui/four-states.tsx'
import { InUse } from '#web/ui/in-use.tsx'
import { Page } from '#web/ui/page.tsx'
import { Status } from '#web/ui/status.tsx'
import { createPriceList, listPriceLists, type PriceList } from '../contract.ts'
import { coPayText } from './co-pay.ts'
import styles from './catalogue.module.css'

const PriceListDialog = lazy(async () => ({ default: (await import('./price-list-dialog.tsx')).PriceListDialog }))

const LISTS = '/dashboard/administration/price-lists'

/** A payer: with a list, or an insurer that has none yet. */
interface Payer {
  key: string
  name: string
  list: PriceList | null
  insurer: InsuranceCompany | null
}

const payersOf = (lists: readonly PriceList[], insurers: readonly InsuranceCompany[]): Payer[] => {
  const listed = new Set(lists.map(({ insurance_company }) => insurance_company))
  return [
    ...lists.map((list) => ({
      key: `list-${list.id}`,
      name: list.insurance_company_name ?? t('Self-pay (cash)'),
      list,
      insurer: null,
    })),
    ...insurers
      .filter(({ id }) => !listed.has(id))
      .map((insurer) => ({ key: `insurer-${insurer.id}`, name: insurer.name, list: null, insurer })),
  ]
}

const isCash = ({ list }: Payer) => list !== null && list.insurance_company === null

const columns = (start: ((insurer: InsuranceCompany) => void) | null): Column<Payer>[] => [
  {
    key: 'payer',
    title: t('Payer'),
    render: ({ name, list }) => (
      <span className="row">
        <span className="strong clip phone-text">{name}</span>
        {list && list.name !== name && <span className="t3 clip not-phone">{list.name}</span>}
      </span>
    ),
  },
  {
    key: 'items',
    title: t('Items with a price'),
    width: 136,
    align: 'end',
    hideOnPhone: true,
    render: ({ list }) => list && number(list.priced_items),
  },
  {
    key: 'co-pay',
    title: t('Co-pay'),
    width: 112,
    align: 'end',
    hideOnPhone: true,
    render: (payer) => payer.list && !isCash(payer) && (coPayText(payer.list) || <span className="t3">{t('none')}</span>),
  },
  {
    key: 'unlisted',
    title: t('Unlisted items'),
    width: 208,
    hideOnPhone: true,
    render: (payer) =>
      payer.list && !isCash(payer) && (payer.list.covers_unlisted ? t('Covered at the cash price') : t('The patient pays')),
  },
  {
    key: 'state',
    title: t('Status'),
    width: 184,
    render: ({ list, insurer }) => {
      if (list) return <InUse active={list.is_active} />
      if (!insurer || !start) return <Status tone="inactive">{t('No price list')}</Status>
      return (
        <Button className={`row-button ${styles.payerStart}`} onClick={() => start(insurer)}>
          {t('Create price list')}
        </Button>
      )
    },
  },
]

/** Every payer with its price list: those who pay themselves first, then the insurers. */
export const PriceListsPage = () => {
  const { can } = useRights()
  const go = useNavigate()
  const [started, setStarted] = useState<InsuranceCompany | null>(null)
  const lists = useRows(query(listPriceLists, { query: {} }))
  const { data: insurers = [] } = useQuery({
    ...query(listInsuranceCompanies, { query: { active: 'true' } }),
    enabled: can(listInsuranceCompanies),
  })
  const mayStart = can(createPriceList)
  const data = lists.data && payersOf(lists.data, insurers)
  const payers: Rows<Payer> = { ...lists, data, total: data?.length ?? null }
  const open = ({ list, insurer }: Payer) => {
    if (list) void go(`${LISTS}/${list.id}`)
    else if (insurer && mayStart) setStarted(insurer)
  }
  return (
    <Page
      title={t('Price lists')}
      sub={t('Prices by payer. An insurer without a list covers nothing: its patients pay the cash price themselves.')}
    >
      <DataTable
        label={t('Price lists')}
        columns={columns(mayStart ? setStarted : null)}
        rows={payers}
        rowKey={({ key }) => key}
        onOpen={open}
        empty={<Empty title={t('No price lists yet')} />}
      />
      <Suspense>
        {started && (
          <PriceListDialog
            list={null}
            insurer={started}
            onClose={() => setStarted(null)}
            onStarted={({ id }) => void go(`${LISTS}/${id}`)}
          />
        )}
      </Suspense>
    </Page>
  )
}
