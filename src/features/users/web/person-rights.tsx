import { IconCheck, IconMinus } from '@tabler/icons-react'
import { Fragment } from 'react'
import { Link } from 'react-router'
import type { Permission } from '#shared/permissions.ts'
import { t } from '#web/i18n.ts'
import type { User } from '../contract.ts'
import { areas, rightWord } from './right-labels.ts'
import type { RightsGroup } from './use-groups.ts'
import styles from './users.module.css'

interface Props {
  person: User
  groups: readonly RightsGroup[]
  theirs: readonly string[]
}

const GroupLinks = ({ groups }: { groups: readonly RightsGroup[] }) =>
  groups.map(({ id, name }, at) => (
    <Fragment key={id}>
      {at > 0 && ', '}
      <Link className="link" to={`/dashboard/administration/groups/${id}`}>
        {t(name)}
      </Link>
    </Fragment>
  ))

const Right = ({ permission, person, groups, isHeld }: { permission: Permission; isHeld: boolean } & Omit<Props, 'theirs'>) => {
  const giving = groups.filter((group) => group.permissions.includes(permission))
  const through = giving.filter(({ id }) => person.groups.some((held) => held.id === id))
  return (
    <tr data-held={isHeld || undefined}>
      <td className={styles.rightSign}>
        {isHeld ? <IconCheck size={16} aria-label={t('Yes')} /> : <IconMinus size={16} aria-label={t('No')} />}
      </td>
      <th scope="row">{t(rightWord(permission))}</th>
      <td>
        {isHeld ? (
          <GroupLinks groups={through} />
        ) : (
          <span className="t3">
            {t('Not granted; available from')} <GroupLinks groups={giving} />
          </span>
        )}
      </td>
    </tr>
  )
}

/** Each right, whether the person has it, and the group that gives it: the answer to "why can't I?". */
export const PersonRights = ({ person, groups, theirs }: Props) => (
  <section className="section" aria-label={t('Permissions')}>
    <h2>{t('Permissions by group')}</h2>
    <p className="num">
      {t('{n} of {of} permissions, each with the group that grants it', {
        n: theirs.length,
        of: areas.flatMap((area) => area.permissions).length,
      })}
    </p>
    <table className={`full-width collapsed top-cells ${styles.rights}`} data-part="rights">
      {areas.map((area) => (
        <tbody key={area.name}>
          <tr className={styles.rightsArea}>
            <th colSpan={3} scope="colgroup">
              {t(area.title)}
            </th>
          </tr>
          {area.permissions.map((permission) => (
            <Right key={permission} permission={permission} person={person} groups={groups} isHeld={theirs.includes(permission)} />
          ))}
        </tbody>
      ))}
    </table>
  </section>
)
