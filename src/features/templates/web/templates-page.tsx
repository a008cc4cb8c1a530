import { Anchor, NativeSelect } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { z } from 'zod'
import { printKinds } from '#features/company/contract.ts'
import { listLetterTemplates } from '#features/letters/contract.ts'
import { LetterTemplates } from '#features/letters/web/letter-templates-panel.tsx'
import type { ResponseOf } from '#shared/endpoint.ts'
import { query } from '#web/calls/api.ts'
import { t } from '#web/i18n.ts'
import { useRights } from '#web/session/rights.ts'
import { FourStates } from '#web/ui/four-states.tsx'
import { Page } from '#web/ui/page.tsx'
import { useUrlState } from '#web/state/url-state.ts'
import { listPrintTemplates } from '../contract.ts'
import { printKindLabel } from './print-labels.ts'
import { PrintForm } from './print-form.tsx'
import styles from './templates.module.css'

export type Template = ResponseOf<typeof listPrintTemplates>[number]

/** Where what else is printed and sent is worded. */
const elsewhere = [
  { label: 'Messages to patients', to: '/dashboard/administration/messages' },
  { label: 'Note and size of medicine labels', to: '/dashboard/pharmacy/settings' },
  { label: 'Note of laboratory reports, size of sample labels', to: '/dashboard/laboratory/settings' },
  { label: 'Invoice note', to: '/dashboard/administration/billing-settings' },
  { label: 'Name, addresses, tax number and logo', to: '/dashboard/administration/clinic' },
]

const Elsewhere = () => (
  <nav className={styles.elsewhere} aria-label={t('Set on other pages')}>
    <h2>{t('Set on other pages')}</h2>
    <ul className="bare-list">
      {elsewhere.map(({ label, to }) => (
        <li key={to}>
          <Anchor component={Link} to={to}>
            {t(label)}
          </Anchor>
        </li>
      ))}
    </ul>
  </nav>
)

/** What the clinic's papers say besides their facts, in which size, and what is left out of them. */
export const TemplatesPage = () => {
  const [{ paper }, set] = useUrlState({ paper: z.enum(printKinds) })
  const kind = paper ?? 'invoice'
  const { can } = useRights()
  const templates = useQuery(query(listPrintTemplates))
  return (
    <Page title={t('Print templates')} sub={t('Optional texts and parts of printed documents')}>
      <NativeSelect
        className={styles.kind}
        label={t('Print template')}
        value={kind}
        onChange={({ currentTarget: { value } }) => set({ paper: value === 'invoice' ? '' : value })}
        data={printKinds.map((value) => ({ value, label: printKindLabel(value) }))}
      />
      <FourStates query={templates}>
        {(rows) => {
          const template = rows.find((row) => row.kind === kind)
          return template && <PrintForm key={`${kind} ${template.version}`} template={template} />
        }}
      </FourStates>
      {can(listLetterTemplates) && (
        <section className={`grid gap-5 ${styles.letters}`} aria-label={t('Letter templates')}>
          <LetterTemplates />
        </section>
      )}
      <Elsewhere />
    </Page>
  )
}
