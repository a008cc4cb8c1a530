import { TextInput } from '@mantine/core'
import { type TaxClass, taxClasses } from '#features/catalogue/contract.ts'
import { t } from '#web/i18n.ts'
import { CatalogueDialog } from '#web/record/catalogue-dialog.tsx'

interface Props {
  /** Null adds one. */
  taxClass: TaxClass | null
  onClose: () => void
}

/** Adds a tax class, or changes one. */
export const TaxClassDialog = ({ taxClass, onClose }: Props) => (
  <CatalogueDialog
    catalogue={taxClasses}
    row={taxClass && { ...taxClass, rate: String(Number(taxClass.rate)) }}
    add={t('Add tax class')}
    boxes={(form) => ({
      rate: (
        <TextInput
          key="rate"
          label={t('Rate')}
          required
          inputMode="decimal"
          autoComplete="off"
          maxLength={7}
          rightSection={<span className="t3">%</span>}
          {...form.getInputProps('rate')}
          onChange={(event) => form.setFieldValue('rate', event.currentTarget.value.replace(/\s*%\s*$/, ''))}
        />
      ),
    })}
    onClose={onClose}
  />
)
