import { DetailFields, FormatFields } from '#features/company/web/company-fields.tsx'
import { t } from '#web/i18n.ts'
import type { SetUp } from './use-set-up.ts'

/** Who the clinic is, and how it writes money and days. All of it can be changed later. */
export const CompanyStep = ({ form }: Pick<SetUp, 'form'>) => (
  <>
    <p className="t2">{t('This stands on receipts and reports. Only the name is needed now; the rest can wait.')}</p>
    <div className="section-grid">
      <DetailFields input={(name) => form.getInputProps(`company.${name}`)} />
      <FormatFields input={(name) => form.getInputProps(`company.${name}`)} timeZone={form.values.company.time_zone} />
    </div>
  </>
)
