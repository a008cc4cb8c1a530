import { IconPill } from '@tabler/icons-react'
import { lazy, Suspense } from 'react'
import { z } from 'zod'
import { pages } from '#web/api.ts'
import { ago, dateTime, number } from '#web/format.ts'
import { t } from '#web/i18n.ts'
import { usePages, type Rows } from '#web/rows.ts'
import { DataTable, type Column } from '#web/ui/data-table.tsx'
import { Empty } from '#web/ui/four-states.tsx'
import { useUrlState } from '#web/url-state.ts'
import { useNow } from '#web/use-now.ts'
import { listPrescriptions } from '../contract.ts'
import { isCancelled, isWaiting } from './drug-amounts.ts'
import { PrescriptionState } from './prescription-status.tsx'
import type { Prescription } from './prescription-types.ts'

const PrescriptionDrawer = lazy(async () => ({ default: (await import('./prescription-drawer.tsx')).PrescriptionDrawer }))

const PAGE = 100

/** Two lists as one, who waits longest first. */
const together = (a: Rows<Prescription>, b: Rows<Prescription>): Rows<Prescription> => {
  const isKnown = a.data !== undefined && b.data !== undefined
  return {
    data: isKnown ? [...(a.data ?? []), ...(b.data ?? [])].sort((x, y) => x.id - y.id) : undefined,
    error: a.error ?? b.error,
    dataUpdatedAt: Math.min(a.dataUpdatedAt, b.dataUpdatedAt),
    refetch: () => Promise.all([a.refetch(), b.refetch()]),
    hasMore: a.hasMore || b.hasMore,
    isFetchingMore: a.isFetchingMore || b.isFetchingMore,
    fetchMore: () => {
      if (a.hasMore) a.fetchMore()
      if (b.hasMore) b.fetchMore()
    },
    total: null,
  }
}

const hasOverride = ({ prescribed_drugs }: Prescription) => prescribed_drugs.some((drug) => !isCancelled(drug) && drug.overrides.length > 0)

const columns = (now: number): Column<Prescription>[] => [
  {
    key: 'patient',
    title: t('Patient'),
    render: ({ patient_name, patient_number }) => (
      <span className="row">
        <bdi className="strong clip" title={patient_name}>
          {patient_name}
        </bdi>
        <span className="t3 num not-phone">{patient_number}</span>
      </span>
    ),
  },
  {
    key: 'drugs',
    title: t('Drugs'),
    hideOnPhone: true,
    render: ({ prescribed_drugs }) => {
      const names = prescribed_drugs.filter(isWaiting).map(({ item_name }) => item_name)
      return <span title={names.join('\n')}>{names.join(', ')}</span>
    },
  },
  {
    key: 'warning',
    title: t('Warnings'),
    width: 148,
    hideOnPhone: true,
    render: (prescription) => hasOverride(prescription) && <b className="rx-marked">{t('Against a warning')}</b>,
  },
  { key: 'by', title: t('Prescribed by'), width: 160, hideOnPhone: true, render: ({ created_by_name }) => created_by_name },
  { key: 'status', title: t('Status'), width: 140, render: ({ status }) => <PrescriptionState of={status} /> },
  {
    key: 'since',
    title: t('Since'),
    width: 104,
    align: 'end',
    render: ({ date_created }) => <span title={dateTime(date_created)}>{ago(date_created, now)}</span>,
  },
]

/** Prescriptions with something to hand out, who waits longest first; one opens over the list. */
export const PharmacyQueue = () => {
  const [{ open }, set] = useUrlState({ open: z.coerce.number<string>().int().positive() })
  const now = useNow()
  const pending = usePages(pages(listPrescriptions, { query: { status: 'pending', limit: PAGE } }))
  const begun = usePages(pages(listPrescriptions, { query: { status: 'partially dispensed', limit: PAGE } }))
  const rows = together(pending, begun)
  const overridden = rows.data?.filter(hasOverride).length ?? 0
  return (
    <>
      <DataTable
        label={t('To dispense')}
        columns={columns(now)}
        of={rows}
        rowKey={({ id }) => id}
        onOpen={({ id }) => set({ open: String(id) })}
        foot={overridden > 0 && t('{{n}} against a warning', { n: number(overridden) })}
        empty={
          <Empty icon={IconPill} title={t('Nothing waits to be dispensed')}>
            {t('What doctors prescribe appears here by itself.')}
          </Empty>
        }
      />
      <Suspense>{open !== undefined && <PrescriptionDrawer key={open} id={open} onClose={() => set({ open: '' })} />}</Suspense>
    </>
  )
}
