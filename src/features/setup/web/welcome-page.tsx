import { Button } from '@mantine/core'
import {
  IconBuildingBank,
  IconHash,
  IconPhoto,
  IconReceiptTax,
  IconShieldCheck,
  IconTags,
  IconUserPlus,
  IconUsers,
  type Icon,
} from '@tabler/icons-react'
import { Link } from 'react-router'
import { useClinic } from '#web/clinic.ts'
import { t } from '#web/i18n.ts'
import { useRights } from '#web/rights.ts'
import type { Permission } from '#shared/permissions.ts'
import { Page } from '#web/ui/page.tsx'
import './set-up.css'

interface Next {
  icon: Icon
  title: string
  text: string
  to: string
  access: Permission
}
const next: readonly Next[] = [
  {
    icon: IconUserPlus,
    title: 'Add people',
    text: 'Everybody signs in with their own account.',
    to: '/dashboard/administration/people',
    access: 'users.change',
  },
  {
    icon: IconBuildingBank,
    title: 'Add insurance companies',
    text: 'Whoever pays for your patients besides themselves.',
    to: '/dashboard/administration/insurance-companies',
    access: 'insurance.change',
  },
  {
    icon: IconTags,
    title: 'Set your prices',
    text: 'Of what has none yet, and what each insurer pays.',
    to: '/dashboard/administration/price-lists',
    access: 'prices.change',
  },
  {
    icon: IconReceiptTax,
    title: 'Decide taxes and rounding',
    text: 'And what a consultation costs with each doctor.',
    to: '/dashboard/administration/billing-settings',
    access: 'billing.settings',
  },
  {
    icon: IconPhoto,
    title: 'Add your logo',
    text: 'It stands on receipts, reports and cards.',
    to: '/dashboard/administration/clinic',
    access: 'company.change',
  },
  {
    icon: IconHash,
    title: 'Choose how numbers look',
    text: 'Before the first patient gets one.',
    to: '/dashboard/administration/clinic',
    access: 'company.change',
  },
  {
    icon: IconShieldCheck,
    title: 'Look at groups and permissions',
    text: 'Thirteen groups are there; change what their members may do.',
    to: '/dashboard/administration/groups',
    access: 'groups.change',
  },
  {
    icon: IconUsers,
    title: 'Register the first patient',
    text: 'Or start at the reception with the live board.',
    to: '/dashboard/patients/new',
    access: 'patients.add',
  },
]

/** Where the wizard ends: the clinic is ready, and what is worth doing next. */
export const WelcomePage = () => {
  const clinic = useClinic()
  const { allowed } = useRights()
  return (
    <Page
      title={t('{{name}} is ready', { name: clinic?.name ?? t('Your clinic') })}
      sub={t('You are signed in as its administrator. Next:')}
      actions={
        <Button component={Link} to="/dashboard/reception-interface" variant="filled">
          {t('Go to the reception')}
        </Button>
      }
    >
      <ul className="next-steps">
        {next
          .filter(({ access }) => allowed(access))
          .map(({ icon: Sign, title, text, to }) => (
            <li key={title}>
              <Link className="next-step" to={to}>
                <Sign size={20} stroke={1.5} aria-hidden />
                <span>
                  <b>{t(title)}</b>
                  <span className="t2">{t(text)}</span>
                </span>
              </Link>
            </li>
          ))}
      </ul>
    </Page>
  )
}
