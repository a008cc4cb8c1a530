import { Button, Select } from '@mantine/core'
import { IconCheck, IconMinus, IconMoodEmpty, IconUsers } from '@tabler/icons-react'
import { useState } from 'react'
import { Link, useNavigate, useParams } from 'react-router'
import { t } from '#web/i18n.ts'
import { visibleMenu } from '#web/menu-by-role.ts'
import { menuFor, useMenu } from '#web/menu.tsx'
import { rightsOf, useRights } from '#web/session/rights.ts'
import { Empty, FourStates } from '#web/ui/four-states.tsx'
import { Page } from '#web/ui/page.tsx'
import { Note } from '#web/ui/status.tsx'
import { updateGroup } from '../contract.ts'
import { RenameGroupDialog } from './group-dialog.tsx'
import { hasPermissionOver } from './reach.ts'
import { areas, rightWord } from './right-labels.ts'
import { type RightsGroup, useGroups } from './use-groups.ts'
import { noPermissionOverGroup } from './use-matrix.ts'
import styles from './users.module.css'

const GROUPS = '/dashboard/administration/groups'

const TheirMenu = ({ group }: { group: RightsGroup }) => {
  const rights = rightsOf(group.permissions, true)
  const open = menuFor(rights, useMenu())
  const menu = visibleMenu({ open, groups: [group.name], rights })
  return (
    <section className="section" aria-label={t('Menu')}>
      <h2>{t('Menu')}</h2>
      <p>{t('The menu of a user with only this group.')}</p>
      {menu.length === 0 ? (
        <p>
          {open.length === 0
            ? t('None: members see their own profile, and patients their own record.')
            : t('No links: members may only view. Their pages are under More.')}
        </p>
      ) : (
        <ul className={styles.theirMenu}>
          {menu.map(({ label, icon: Sign, children }) => (
            <li key={label}>
              <span className="row strong">
                <Sign size={18} stroke={1.5} aria-hidden />
                {t(label)}
              </span>
              <ul className="bare-list">
                {children.map((entry) => (
                  <li key={entry.to}>{t(entry.label)}</li>
                ))}
              </ul>
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}

const TheirRights = ({ group }: { group: RightsGroup }) => (
  <section className="section" aria-label={t('Access')}>
    <h2>{t('Access')}</h2>
    <table className={`full-width collapsed top-cells ${styles.rights}`} data-part="rights">
      {areas.map((area) => (
        <tbody key={area.name}>
          <tr className={styles.rightsArea}>
            <th colSpan={2} scope="colgroup">
              {t(area.title)}
            </th>
          </tr>
          {area.permissions.map((permission) => {
            const isHeld = group.permissions.includes(permission)
            return (
              <tr key={permission} data-held={isHeld || undefined}>
                <td className={styles.rightSign}>
                  {isHeld ? <IconCheck size={16} aria-label={t('Yes')} /> : <IconMinus size={16} aria-label={t('No')} />}
                </td>
                <th scope="row">{t(rightWord(permission))}</th>
              </tr>
            )
          })}
        </tbody>
      ))}
    </table>
  </section>
)

const Loaded = ({ groups, id }: { groups: RightsGroup[]; id: number }) => {
  const go = useNavigate()
  const { allowed, can } = useRights()
  const [isRenaming, setRenaming] = useState(false)
  const group = groups.find((one) => one.id === id)
  if (!group)
    return (
      <Empty
        icon={IconMoodEmpty}
        title={t('Group not found')}
        action={
          <Button component={Link} to={GROUPS}>
            {t('All groups')}
          </Button>
        }
      />
    )
  const isOver = hasPermissionOver(group.permissions, allowed)
  return (
    <Page
      title={t('View as {group}', { group: t(group.name) })}
      sub={
        <>
          {group.is_seeded ? t('Every clinic starts with this group') : t('Your clinic’s own group')} ·{' '}
          <Link className="link" to={`/dashboard/administration/people?group=${group.id}`}>
            <IconUsers size={12} aria-hidden /> {t('{count, plural, one {# member} other {# members}}', { count: group.members })}
          </Link>
        </>
      }
      actions={
        <>
          <Select
            aria-label={t('Group')}
            allowDeselect={false}
            searchable
            data={groups.map((one) => ({ value: String(one.id), label: t(one.name) }))}
            value={String(group.id)}
            onChange={(chosen) => chosen && void go(`${GROUPS}/${chosen}`)}
          />
          {!group.is_seeded && can(updateGroup) && isOver && <Button onClick={() => setRenaming(true)}>{t('Rename')}</Button>}
          <Button component={Link} to={GROUPS}>
            {t('All groups')}
          </Button>
        </>
      }
    >
      {can(updateGroup) && !isOver && <Note tone="inactive">{noPermissionOverGroup()}</Note>}
      <div className={`grid items-start gap-6 phone-one ${styles.viewAs}`}>
        <TheirMenu group={group} />
        <TheirRights group={group} />
      </div>
      {isRenaming && <RenameGroupDialog group={group} onClose={() => setRenaming(false)} />}
    </Page>
  )
}

/** The program as the members of a group see it: their menu and what they may do. To look at only. */
export const GroupPage = () => {
  const id = Number(useParams()['id'])
  return <FourStates query={useGroups()}>{(groups) => <Loaded groups={groups} id={id} />}</FourStates>
}
