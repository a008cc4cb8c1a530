import { Menu } from '@mantine/core'
import { IconBaselineDensityMedium, IconHelp, IconLanguage, IconLogout, IconMoon, IconUser } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { confirm } from '../messages/dialogs.ts'
import { openHelp } from '../help/help-shown.ts'
import { languages, t, type Language } from '../i18n.ts'
import { look, savePreferences, type ColourScheme } from '../look/preferences.ts'
import { session } from '../session/session.ts'
import { signOut } from '../session/sign-out.ts'
import { useStore } from '../state/store.ts'
import { PersonButton } from './person-button.tsx'
import type { Density } from '../look/tokens.ts'
import type { Role } from '#shared/permissions.ts'

const schemes: Record<ColourScheme, string> = { light: 'Light', dark: 'Dark', auto: 'Same as device' }
const densities: Record<Density, string> = { comfortable: 'Comfortable', compact: 'Compact' }

const Choices = <Key extends string>({
  choices,
  chosen,
  choose,
}: {
  choices: Record<Key, string>
  chosen: Key
  choose: (key: Key) => void
}) => (
  <Menu.RadioGroup value={chosen} onChange={(key) => choose(key as Key)}>
    {(Object.keys(choices) as Key[]).map((key) => (
      <Menu.RadioItem key={key} value={key} closeMenuOnClick>
        {choices[key]}
      </Menu.RadioItem>
    ))}
  </Menu.RadioGroup>
)

const Sub = ({ icon, label, children }: { icon: ReactNode; label: string; children: ReactNode }) => (
  <Menu.Sub>
    <Menu.Sub.Target>
      <Menu.Sub.Item leftSection={icon}>{label}</Menu.Sub.Item>
    </Menu.Sub.Target>
    <Menu.Sub.Dropdown>{children}</Menu.Sub.Dropdown>
  </Menu.Sub>
)

const translated = <Key extends string>(labels: Record<Key, string>) =>
  Object.fromEntries(Object.entries<string>(labels).map(([key, text]) => [key, t(text)])) as Record<Key, string>

const signOutEverywhere = async () => {
  const isSure = await confirm({
    title: t('Sign out everywhere?'),
    text: t('You will be signed out on every computer and phone, including this one.'),
    action: t('Sign out everywhere'),
  })
  if (isSure) await signOut({ everywhere: true })
}

const profileOf = (role: Role | undefined) => (role === 'patient' ? '/patient-overview/profile' : '/dashboard/profile')

/** The person: their account, and how the screen looks to them. */
export const PersonMenu = () => {
  const { user } = useStore(session)
  const { colour_scheme, density, language } = useStore(look)
  return (
    <Menu defaultOpened withinPortal={false} position="bottom-end" width={240}>
      <Menu.Target>
        <PersonButton />
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>{user?.email}</Menu.Label>
        <Menu.Item component={Link} to={profileOf(user?.role)} leftSection={<IconUser size={16} stroke={1.5} aria-hidden />}>
          {t('My profile')}
        </Menu.Item>
        <Menu.Item onClick={openHelp} leftSection={<IconHelp size={16} stroke={1.5} aria-hidden />}>
          {t('Help')}
        </Menu.Item>
        <Menu.Divider />
        <Sub icon={<IconLanguage size={16} stroke={1.5} aria-hidden />} label={t('Language')}>
          <Choices<Language> choices={languages} chosen={language} choose={(chosen) => void savePreferences({ language: chosen })} />
        </Sub>
        <Sub icon={<IconMoon size={16} stroke={1.5} aria-hidden />} label={t('Colours')}>
          <Choices
            choices={translated(schemes)}
            chosen={colour_scheme}
            choose={(chosen) => void savePreferences({ colour_scheme: chosen })}
          />
        </Sub>
        <Sub icon={<IconBaselineDensityMedium size={16} stroke={1.5} aria-hidden />} label={t('Density')}>
          <Choices choices={translated(densities)} chosen={density} choose={(chosen) => void savePreferences({ density: chosen })} />
        </Sub>
        <Menu.Divider />
        <Menu.Item leftSection={<IconLogout size={16} stroke={1.5} aria-hidden />} onClick={() => void signOut()}>
          {t('Sign out')}
        </Menu.Item>
        <Menu.Item onClick={() => void signOutEverywhere()}>{t('Sign out everywhere')}</Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}
