import { type Department, departments } from '#features/company/contract.ts'
import { t } from '#web/i18n.ts'
import { CatalogueDialog } from '#web/record/catalogue-dialog.tsx'
import { Note } from '#web/ui/status.tsx'

interface Props {
  /** Null adds one. */
  department: Department | null
  /** What it is used by, in words. */
  uses: string
  onClose: () => void
}

/** Adds a department, or changes one. */
export const DepartmentDialog = ({ department, uses, onClose }: Props) => (
  <CatalogueDialog catalogue={departments} row={department} add={t('Add department')} onClose={onClose}>
    {department && uses !== '' && (
      <Note tone="inactive">
        {t('Used by {uses}. If deactivated, it stays there but can no longer be chosen for new entries.', { uses })}
      </Note>
    )}
  </CatalogueDialog>
)
