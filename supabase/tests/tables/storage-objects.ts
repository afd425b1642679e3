import type { ReachByVisitor, PolicyDeclaration } from '../declaration/table'

const picture = (bucket: string) => () =>
  `insert into storage.objects (bucket_id, name) values ('${bucket}', 'two.webp')`

const buckets = ['product-images', 'category-images', 'placeholders']
const pictures: ReachByVisitor = { anon: 'none', user: 'none', staff: buckets }

export const storageObjects: PolicyDeclaration = {
  policies: {
    forSignedIn: [
      'Staff delete shop pictures',
      'Staff list shop pictures',
      'Staff replace shop pictures',
      'Staff upload shop pictures',
    ],
  },
  reach: {
    select: pictures,
    insert: { anon: 'rejected', user: 'rejected', staff: buckets },
    update: pictures,
    delete: pictures,
  },
  needs: { write: 'catalogue', isSilent: true },
  rows: {
    key: 'id',
    label: 't.bucket_id',
    labels: ['product-images', 'category-images', 'placeholders', 'elsewhere'],
    change: "version = 'x'",
    insert: {
      'product-images': picture('product-images'),
      'category-images': picture('category-images'),
      placeholders: picture('placeholders'),
      elsewhere: picture('elsewhere'),
    },
  },
  fixtures: {
    beforeOrders: `
    insert into storage.buckets (id, name, public) values ('elsewhere', 'elsewhere', false);
    insert into storage.objects (bucket_id, name) select id, 'one.webp' from storage.buckets`,
  },
  overreaches: [
    {
      actor: 'staff',
      response: '42501',
      statement: () => "update storage.objects set bucket_id = 'elsewhere', name = 'two.webp'",
    },
  ],
}
