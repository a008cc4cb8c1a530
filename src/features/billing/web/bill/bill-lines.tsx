import { Button } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { lazy, Suspense, useState } from 'react'
import { t } from '#web/i18n.ts'
import type { Rows } from '#web/calls/rows.ts'
import { DataTable } from '#web/ui/data-table.tsx'
import { Empty } from '#web/ui/four-states.tsx'
import type { Invoice, InvoiceItem } from '../bill-types.ts'
import { isLive } from '../bill-rules.ts'
import { lineColumns } from './line-columns.tsx'
import { useBillRights } from './use-bill.ts'

const AddItem = lazy(async () => ({ default: (await import('./add-item.tsx')).AddItem }))
const LineDialog = lazy(async () => ({ default: (await import('./line-dialog.tsx')).LineDialog }))

/** What is on a bill: one row a charge; on a draft Enter changes one. */
export const BillLines = ({ bill, lines }: { bill: Invoice; lines: Rows<InvoiceItem> }) => {
  const rights = useBillRights(bill)
  const isNarrow = useMediaQuery('(max-width: 1200px)') ?? false
  const [isWhole, setWhole] = useState(false)
  const [openId, setOpenId] = useState<number | null>(null)
  const cancelled = lines.data?.filter((line) => !isLive(line)).length ?? 0
  const shown = lines.data?.filter((line) => isWhole || isLive(line))
  const opened = lines.data?.find(({ id }) => id === openId)
  return (
    <>
      {rights.mayCharge && (
        <Suspense fallback={<div className="skeleton bill-add" />}>
          <AddItem bill={bill} />
        </Suspense>
      )}
      <div className="bill-lines" data-draft={rights.isDraft || undefined}>
        <DataTable
          label={t('Lines of the bill')}
          columns={lineColumns(bill, shown ?? [], isNarrow)}
          of={{ ...lines, data: shown, total: shown?.length ?? null }}
          rowKey={({ id }) => id}
          onOpen={({ id }) => setOpenId(id)}
          empty={
            <Empty title={t('Nothing is on this bill yet')}>
              {rights.mayCharge
                ? t('Orders charge themselves as the visit goes on. Anything else is added above.')
                : t('Orders charge themselves as the visit goes on.')}
            </Empty>
          }
          foot={
            cancelled > 0 && (
              <Button size="compact-sm" variant="subtle" aria-pressed={isWhole} onClick={() => setWhole(!isWhole)}>
                {isWhole ? t('Hide the cancelled lines') : t('Show {{n}} cancelled', { n: cancelled })}
              </Button>
            )
          }
        />
      </div>
      <Suspense>{opened && <LineDialog key={opened.id} bill={bill} line={opened} onClose={() => setOpenId(null)} />}</Suspense>
    </>
  )
}
