import { Button } from '@mantine/core'
import { IconListCheck, IconShoppingCart } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { useNavigate } from 'react-router'
import { z } from 'zod'
import { DocumentFrame, DocumentSum, errorsByLine } from '#features/stock/web/lines-field.tsx'
import { Id } from '#shared/paging.ts'
import { ApiError, call, pages } from '#web/calls/api.ts'
import { money, number } from '#web/text/format.ts'
import { t } from '#web/i18n.ts'
import { queryClient } from '#web/calls/query-client.ts'
import { usePages } from '#web/calls/rows.ts'
import { toast } from '#web/messages/toast.tsx'
import { Empty, FourStates } from '#web/ui/four-states.tsx'
import { SearchField } from '#web/ui/search-field.tsx'
import { useUrlState } from '#web/state/url-state.ts'
import { DocumentHead } from '#web/ui/document.tsx'
import { sumOf } from '../line-sums.ts'
import { orderRequisitionLines } from '../order-calls.ts'
import { listRequisitionLines } from '../requested-calls.ts'
import { SupplierFilter } from '../supplier-field.tsx'
import { ChosenRow } from './chosen-row.tsx'
import { bySupplier, type Choice, chosenLine, sentLines, type SupplierGroup } from './choosing.ts'
import purchasingStyles from '../purchasing.module.css'

const state = { q: z.string().max(100), supplier: Id, requisition: Id }
const PAGE = 100
const HOME = '/dashboard/inventory/purchase-orders'
const PATH = 'requisition_items'

const TooMuch = z.object({ lines: z.array(z.object({ id: z.int(), item_name: z.string(), open: z.int(), wanted: z.int() })).min(1) })
/** The line of which more is wanted than is open; null for every other failure. */
const tooMuch = (error: unknown) => (error instanceof ApiError ? (TooMuch.safeParse(error.body).data?.lines[0] ?? null) : null)

interface GroupProps {
  of: SupplierGroup
  errorsOf: (id: number) => Readonly<Record<string, string>> | undefined
  onChoose: (id: number, choice: Choice) => void
}

const Group = ({ of: { supplier, lines }, errorsOf, onChoose }: GroupProps) => {
  const chosen = lines.filter(({ isChosen }) => isChosen)
  const areAll = chosen.length === lines.length
  const name = supplier?.name ?? t('No supplier yet')
  return (
    <section className={`stack ${purchasingStyles.group}`} aria-label={name}>
      <div className="row wrap">
        <h2 className="grow">{name}</h2>
        <span className="num t2">
          {t('{{n}} of {{all}} lines', { n: number(chosen.length), all: number(lines.length) })} · {money(sumOf(chosen).net)}
        </span>
        {supplier !== null && (
          <Button size="compact-sm" onClick={() => lines.forEach(({ row }) => onChoose(row.id, { isChosen: !areAll }))}>
            {areAll ? t('Choose none') : t('Choose all')}
          </Button>
        )}
      </div>
      <div className="panel lines-box">
        <table className="k-table lines-table" aria-label={name}>
          <colgroup>
            {[44, undefined, 96, 80, 132, 92, 96, 152].map((width, at) => (
              <col key={at} style={width === undefined ? undefined : { width }} />
            ))}
          </colgroup>
          <thead>
            <tr>
              <td />
              <th scope="col">{t('Item')}</th>
              <th scope="col" className="r">
                {t('Left')}
              </th>
              <th scope="col" className="r">
                {t('Quantity')}
              </th>
              <th scope="col">{t('Pack')}</th>
              <th scope="col" className="r">
                {t('Price')}
              </th>
              <th scope="col" className="r">
                {t('Net')}
              </th>
              <th scope="col">{t('Supplier')}</th>
            </tr>
          </thead>
          <tbody>
            {lines.map((line) => (
              <ChosenRow
                key={line.row.id}
                line={line}
                errors={errorsOf(line.row.id)}
                onChoose={(choice) => onChoose(line.row.id, choice)}
              />
            ))}
          </tbody>
        </table>
      </div>
    </section>
  )
}

/** What is approved and not ordered yet, by supplier: ticked lines become one order for each of them. */
export const FromRequisitionsPage = () => {
  const go = useNavigate()
  const [{ q, supplier, requisition }, set] = useUrlState(state)
  const rows = usePages(pages(listRequisitionLines, { query: { q: q || undefined, supplier, requisition, limit: PAGE } }))
  const [choices, setChoices] = useState<Record<number, Choice>>({})
  const [errors, setErrors] = useState<Record<string, string>>({})
  const areMeant = requisition !== undefined
  const lines = useMemo(() => (rows.data ?? []).map((row) => chosenLine(row, choices[row.id], areMeant)), [rows.data, choices, areMeant])
  const groups = useMemo(() => bySupplier(lines), [lines])
  const chosen = groups.flatMap((group) => group.lines.filter(({ isChosen }) => isChosen))
  const suppliers = new Set(chosen.map((line) => line.supplier?.id)).size
  const byPlace = errorsByLine(errors, PATH)
  const errorsOf = (id: number) => byPlace.get(chosen.findIndex(({ row }) => row.id === id))
  const choose = (id: number, choice: Choice) => {
    setErrors({})
    setChoices((now) => ({ ...now, [id]: { ...now[id], ...choice } }))
  }
  const order = useMutation({
    mutationFn: () => call(orderRequisitionLines, { body: { requisition_items: sentLines(chosen) } }),
    onSuccess: (orders) => {
      void queryClient.invalidateQueries()
      const [first] = orders
      if (orders.length > 1) toast.done(t('{{n}} orders are drafted.', { count: orders.length, n: orders.length }))
      void go(orders.length === 1 && first ? `${HOME}/${first.id}` : `${HOME}?tab=draft`)
    },
    onError: (error) => {
      const over = tooMuch(error)
      if (over) {
        const at = chosen.findIndex(({ row }) => row.id === over.id)
        const told = t('{{name}}: {{n}} are open, {{wanted}} are wanted.', {
          name: over.item_name,
          n: number(over.open),
          wanted: number(over.wanted),
        })
        setErrors({ [`${PATH}.${at}.quantity`]: told })
        void queryClient.invalidateQueries()
        toast.failed(told)
        return
      }
      const named = error instanceof ApiError ? Object.entries(error.fields).filter(([name]) => name.startsWith(PATH)) : []
      setErrors(Object.fromEntries(named.map(([name, texts]) => [name, texts.map((text) => t(text)).join(' ')])))
      if (named.length === 0) toast.failed(error)
    },
  })
  return (
    <div className="page-body">
      <DocumentHead
        title={t('Order from requisitions')}
        sub={t('Approved, and neither ordered nor issued yet. Each supplier gets one order.')}
        back={{ to: HOME, label: t('All orders') }}
      />
      <div className="doc-tools" role="search">
        <SearchField label={t('Item or requisition')} value={q ?? ''} onChange={(text) => set({ q: text })} />
        <SupplierFilter value={supplier} onChange={(supplier) => set({ supplier })} />
        {requisition !== undefined && <Button onClick={() => set({ requisition: '' })}>{t('All requisitions')}</Button>}
      </div>
      <FourStates
        of={rows}
        isEmpty={(data) => data.length === 0}
        empty={
          <Empty icon={IconListCheck} title={t('Nothing is waiting to be ordered')}>
            {t('Lines of requisitions appear here once two people have approved them.')}
          </Empty>
        }
      >
        {() => (
          <>
            {groups.map((group) => (
              <Group key={group.supplier?.id ?? 0} of={group} errorsOf={errorsOf} onChoose={choose} />
            ))}
            {rows.hasMore && (
              <Button loading={rows.isFetchingMore} onClick={rows.fetchMore}>
                {t('Load more')}
              </Button>
            )}
            <DocumentFrame>
              <div className="form-foot">
                <DocumentSum>
                  <span className="t2">{t('{{n}} lines', { count: chosen.length, n: number(chosen.length) })}</span>
                  <output>{money(sumOf(chosen).net, { withCurrency: true })}</output>
                  <span className="t3 small">{t('without tax')}</span>
                </DocumentSum>
                <span className="grow" />
                <Button
                  variant="filled"
                  leftSection={<IconShoppingCart size={16} aria-hidden />}
                  disabled={chosen.length === 0}
                  loading={order.isPending}
                  onClick={() => order.mutate()}
                >
                  {suppliers === 0 ? t('Make orders') : t('Make {{n}} orders', { count: suppliers, n: suppliers })}
                </Button>
              </div>
            </DocumentFrame>
          </>
        )}
      </FourStates>
    </div>
  )
}
