import { call, saveBlob } from '#web/calls/api.ts'
import { t } from '#web/i18n.ts'
import { ImportDialog } from '#web/ui/import-dialog.tsx'
import { importOpeningStock, openingColumns } from '#features/stock/contract-import.ts'

/** What a file of opening stock looks like: its headings and a row to write over. */
const example = { code: 'AMOX500', name: 'Amoxicillin 500 mg', lot: 'A1234', expiry: '2027-06-30', quantity: '500', unit_cost: '4.50' }
const saveTemplate = async () => {
  const row: Partial<Record<(typeof openingColumns)[number], string>> = { ...example, minimum: '100', reorder_level: '200' }
  const lines = [openingColumns.join(','), openingColumns.map((column) => row[column] ?? '').join(',')]
  saveBlob(new Blob([`${lines.join('\r\n')}\r\n`], { type: 'text/csv' }), 'opening-stock.csv')
}

/** What a clinic has when it begins, from a spreadsheet: tried first, then opened, all rows or none. */
export const OpeningStockDialog = ({ onClose }: { onClose: () => void }) => (
  <ImportDialog
    title={t('Opening stock')}
    columns={openingColumns}
    hint={t('Each row puts a batch into a store: the main one where none is named. Days are written 2027-06-30, packs by their name.')}
    insist={t('Open it all the same, although the file was imported before or a store has moved the item already')}
    overrides={['This file was imported already.', 'This store has moved this item already: count it instead.']}
    template={{ label: t('Save an empty file with the headings and one example'), save: saveTemplate }}
    send={(file, dry_run, insists) =>
      call(importOpeningStock, { body: { dry_run, ...(insists && { again: 'true' }) } }, { files: { file } })
    }
    onClose={onClose}
  />
)
