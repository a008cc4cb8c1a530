import type { WebFeature } from '#web/feature.ts'
import { page } from '#web/routing.ts'

export const feature: WebFeature = {
  pages: [
    page('/auth/login', { access: 'public', ownLayout: true }, () => import('./login.tsx'), 'LoginPage'),
    page('/auth/register', { access: 'public', ownLayout: true }, () => import('./register-account.tsx'), 'RegisterAccountPage'),
    page('/dashboard/profile', { access: 'signed-in' }, () => import('./profile.tsx'), 'ProfilePage'),
    page('/dashboard/profile/password', { access: 'signed-in' }, () => import('./change-password.tsx'), 'ChangePasswordPage'),
    page('/dashboard/profile/second-factor', { access: 'signed-in' }, () => import('./second-factor-page.tsx'), 'SecondFactorPage'),
    page('/dashboard/administration/security', { access: 'security.change' }, () => import('./security-page.tsx'), 'SecurityPage'),
    page('/dashboard/administration/people', { access: 'users.view' }, () => import('./people-list.tsx'), 'PeopleListPage'),
    page('/dashboard/administration/people/new', { access: 'users.change' }, () => import('./person-new.tsx'), 'NewPersonPage'),
    page('/dashboard/administration/people/:id', { access: 'users.view' }, () => import('./person-page.tsx'), 'PersonPage'),
    page('/dashboard/administration/groups', { access: 'users.view' }, () => import('./groups-page.tsx'), 'GroupsPage'),
    page('/dashboard/administration/groups/:id', { access: 'users.view' }, () => import('./group-page.tsx'), 'GroupPage'),
  ],
  menu: [
    { group: 'Administration', place: 170, label: 'People', to: '/dashboard/administration/people', access: 'users.view' },
    { group: 'Administration', place: 180, label: 'Groups and permissions', to: '/dashboard/administration/groups', access: 'users.view' },
    { group: 'Administration', place: 210, label: 'Security', to: '/dashboard/administration/security', access: 'security.change' },
  ],
}
