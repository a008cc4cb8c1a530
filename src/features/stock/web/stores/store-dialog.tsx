import { DepartmentField } from '#features/company/web/department-field.tsx'
import { type Store, stores } from '#features/stock/contract-items.ts'
import { t } from '#web/i18n.ts'
import { CatalogueDialog } from '#web/record/catalogue-dialog.tsx'
import { storeKindWord } from '../stock-labels.ts'

interface Props {
  /** Null adds one. */
  store: Store | null
  onClose: () => void
}

/** Adds a store, or changes one. */
export const StoreDialog = ({ store, onClose }: Props) => (
  <CatalogueDialog
    catalogue={stores}
    row={store}
    add={t('Add store')}
    save={t('Add store')}
    fresh={{ kind: 'ward' }}
    words={{ kind: storeKindWord }}
    boxes={(form) => ({
      department: (
        <DepartmentField
          key="department"
          row={store}
          {...form.getInputProps('department')}
          value={form.values.department}
          onChange={(id) => form.setFieldValue('department', id)}
        />
      ),
    })}
    onClose={onClose}
  />
)
