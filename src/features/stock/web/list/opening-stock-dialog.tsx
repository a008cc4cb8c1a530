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
      hint={t('Each row puts a batch into a store: the main one where none is named. Days are written 2027-06-30, packs by their name.')}
      insist={t('Open it all the same, although the file was imported before or a store has moved the item already')}
      overrides={['This file was imported already.', 'This store has moved this item already: count it instead.']}
      template={{ label: t('Save a file with the clinic’s own items to fill in'), save: () => download(openingTemplate, {}) }}
      instead={{ label: t('Type it in instead'), run: () => setByHand(true) }}
      send={(file, dry_run, insists) =>
        call(importOpeningStock, { body: { dry_run, ...(insists && { again: 'true' }) } }, { files: { file } })
      }
      onClose={onClose}
    />
  )
}
