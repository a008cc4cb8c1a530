import { supplierFields } from '#features/purchasing/contract-suppliers.ts'
import { fieldNames } from '#shared/record.ts'
import type { FormOf } from '#web/forms/checked-form.ts'
import { t } from '#web/i18n.ts'
import { RecordDialog } from '#web/record/record-dialog.tsx'
import { RecordField } from '#web/record/record-field.tsx'
import { bodyFrom, type BoxValues, labelsOf, valuesFrom } from '#web/record/record-values.ts'
import { createSupplier, updateSupplier } from '../supplier-calls.ts'
import type { Supplier } from './supplier-types.ts'

const { name: _first, address: _last, ...between } = supplierFields

const Fields = ({ form }: { form: FormOf<BoxValues<typeof supplierFields>> }) => (
  <>
    <RecordField name="name" field={supplierFields.name} form={form} isFirst />
    <div className="section-grid">
      {fieldNames(between).map((name) => (
        <RecordField key={name} name={name} field={between[name]} form={form} />
      ))}
    </div>
    <RecordField name="address" field={supplierFields.address} form={form} />
  </>
)

interface Props {
  /** Null adds one. */
  supplier: Supplier | null
  onClose: () => void
  onAdded?: (id: number) => void
}

/** Adds a supplier, or changes one. */
export const SupplierDialog = ({ supplier, onClose, onAdded = onClose }: Props) => (
  <RecordDialog
    row={supplier}
    create={createSupplier}
    update={updateSupplier}
    add={t('Add supplier')}
    size="lg"
    draftKey="supplier"
    name={({ name }) => name}
    values={(row) => valuesFrom(supplierFields, row, { payment_days: '30' })}
    toBody={(values) => bodyFrom(supplierFields, values) as never}
    labels={labelsOf(supplierFields)}
    warning={t('No more orders can be placed with this supplier. Past purchases and amounts owed stay as they are.')}
    onClose={onClose}
    onAdded={({ id }) => onAdded(id)}
  >
    {(form) => <Fields form={form} />}
  </RecordDialog>
)
