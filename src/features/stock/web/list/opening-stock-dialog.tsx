import { lazy, Suspense, useState } from 'react'
import { call, download } from '#web/calls/api.ts'
import { t } from '#web/i18n.ts'
import { ImportDialog } from '#web/ui/import-dialog.tsx'
import { importOpeningStock, openingColumns, openingTemplate } from '#features/stock/contract-items.ts'

const OpeningLines = lazy(async () => ({ default: (await import('./opening-lines-dialog.tsx')).OpeningLinesDialog }))

/** What a clinic has when it begins, from a spreadsheet or typed in: tried first, then opened, all rows or none. */
export const OpeningStockDialog = ({ onClose }: { onClose: () => void }) => {
  const [isByHand, setByHand] = useState(false)
  if (isByHand)
    return (
      <Suspense>
        <OpeningLines onClose={onClose} />
      </Suspense>
    )
  return (
    <ImportDialog
      title={t('Opening stock')}
      columns={openingColumns}
      hint={t('Each row adds a batch to a store (the main store if none is named). Write dates as 2027-06-30 and packs by name.')}
      insist={t('Import even if the file was imported before or a store has already moved the item')}
      overrides={['This file has already been imported.', 'This store has already moved this item: count it instead.']}
      template={{ label: t('Download a template with the clinic’s items'), save: () => download(openingTemplate, {}) }}
      instead={{ label: t('Enter manually'), run: () => setByHand(true) }}
      send={(file, dry_run, insists) =>
        call(importOpeningStock, { body: { dry_run, ...(insists && { again: 'true' }) } }, { files: { file } })
      }
      onClose={onClose}
    />
  )
}
