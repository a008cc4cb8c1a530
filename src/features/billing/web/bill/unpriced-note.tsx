import { Button } from '@mantine/core'
import { lazy, Suspense, useState } from 'react'
import { t } from '#web/i18n.ts'
import { Note } from '#web/ui/status.tsx'
import type { Invoice, InvoiceItem } from '../bill-types.ts'
import { isLive } from '../bill-rules.ts'
import { useBillRights } from './use-bill.ts'

const LineDialog = lazy(async () => ({ default: (await import('./line-dialog.tsx')).LineDialog }))

/** Why a draft cannot be issued yet: lines without a price, and the way to price them. */
export const UnpricedNote = ({ bill, lines }: { bill: Invoice; lines: readonly InvoiceItem[] }) => {
  const { mayPrice } = useBillRights(bill)
  const [pricing, setPricing] = useState<number | null>(null)
  const unpriced = lines.filter((line) => isLive(line) && line.price_source === 'none')
  const opened = unpriced.find(({ id }) => id === pricing)
  return (
    <Note tone="attention" alert>
      {t('The bill cannot be issued: no price yet for')}
      <ul className="till-also">
        {unpriced.map((line) => (
          <li key={line.id} className="row">
            <span className="grow">{line.item_name}</span>
            {mayPrice && (
              <Button size="compact-sm" onClick={() => setPricing(line.id)} aria-label={t('Price {{item}}', { item: line.item_name })}>
                {t('Price it')}
              </Button>
            )}
          </li>
        ))}
      </ul>
      {!mayPrice && <p className="small">{t('Somebody who sets prices has to price it, or the line is cancelled.')}</p>}
      <Suspense>{opened && <LineDialog key={opened.id} bill={bill} line={opened} onClose={() => setPricing(null)} />}</Suspense>
    </Note>
  )
}
