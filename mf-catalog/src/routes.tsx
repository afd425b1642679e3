import { defineRoutes, lazyAction, subjectRoute, type Fragments } from '@shop/router'
import { shop } from '@shop/settings'
import { createLoader, type LoadArgs, type AppQuery } from '@shop/supabase'
import * as v from 'valibot'
import { categoriesQuery } from './categories/list-categories'
import { categoryPathsQuery } from './categories/list-category-paths'
import { categoryHead } from './category/category-head'
import { categoryListQuery } from './category/list-category-products'
import { categoryQuery } from './category/read-category'
import { featuredQuery } from './home/list-featured'
import { productParams } from './options/product-params'
import type { ProductsPage } from './product-card/card-product'
import { loadListPages, serverPages, pagesParam, revalidateUnlessPaging } from './product-card/list-pages'
import { deliveryMethodsQuery } from './product/list-delivery-methods'
import { productPathsQuery } from './product/list-product-paths'
import { productHead } from './product/product-head'
import { productQuery } from './product/read-product'
import { productsQuery } from './products/list-products'
import { facetsQuery, type Facets } from './products/count-facets'
import {
  allProducts,
  filterParams,
  categoryListing,
  readListingFilter,
  type ProductListing,
  type ProductFilter,
} from './products/product-filter'
import { placesQuery } from './search/search-places'
import { searchQuery, searchTerm } from './search/search-products'

// The browser's build leaves out what only servers need.
const onServer = typeof document === 'undefined'

/** The filter in a loader's URL. */
function filterFromUrl(listing: ProductListing, { url }: LoadArgs): ProductFilter {
  return readListingFilter(listing, url.searchParams)
}

/** A page of products of a loader's category. */
function categoryPageQuery(args: LoadArgs, page: number): AppQuery<ProductsPage> {
  const { categorySlug = '' } = args.params
  return categoryListQuery(categorySlug, page, filterFromUrl(categoryListing(categorySlug), args))
}

/** The counts of the filters of a loader's category. */
function categoryFacetsQuery(args: LoadArgs): AppQuery<Facets> {
  const listing = categoryListing(args.params.categorySlug ?? '')
  return facetsQuery(listing, filterFromUrl(listing, args))
}

/** Adds the number of pages: equal pages get the same cache key. */
function withPages(target: URLSearchParams, params: URLSearchParams): URLSearchParams {
  const pages = serverPages(params)
  if (pages > 1) target.set(pagesParam, String(pages))
  return target
}

/** The parameters that a listing reads. */
const listingParams = (listing: ProductListing) => (params: URLSearchParams) =>
  withPages(filterParams(readListingFilter(listing, params)), params)

/** The parameters that the search page reads. */
function searchPageParams(params: URLSearchParams): URLSearchParams {
  const term = searchTerm(params.get('q'))
  return term ? withPages(new URLSearchParams({ q: term }), params) : new URLSearchParams()
}

// Filters and searches have endless variants, which would evict the pages that many visitors open.
const cachedList = (read: URLSearchParams) => [...read.keys()].every((name) => name === pagesParam)

// The pages of lists share a chunk, since most of their code is the same.

/** Home, products, categories, search and wishlist, each with the queries its loader starts. */
export default defineRoutes([
  {
    path: '/',
    page: onServer && { title: `${shop.name}: ${shop.tagline}`, description: shop.description },
    loader: createLoader(() => [featuredQuery(), categoriesQuery()]),
    lazy: () => import('./home/home-page'),
  },
  {
    path: '/products',
    page: onServer && {
      title: 'Shop All',
      description:
        'The whole collection: accessories, intimate wellness and luxury toys, sent in plain parcels.',
      search: 'all products everything new collection catalogue bestsellers best sellers shop',
      reads: listingParams(allProducts),
      cached: cachedList,
    },
    loader: createLoader(
      (args) => [
        productsQuery(1, filterFromUrl(allProducts, args)),
        categoriesQuery(),
        facetsQuery(allProducts, filterFromUrl(allProducts, args)),
      ],
      (args, read) =>
        loadListPages(args, read, (page) => productsQuery(page, filterFromUrl(allProducts, args))),
    ),
    shouldRevalidate: revalidateUnlessPaging,
    lazy: () => import(/* webpackChunkName: "lists" */ './products/products-page'),
  },
  subjectRoute({
    path: '/products/:productSlug',
    subject: ({ productSlug = '' }) => productQuery(productSlug),
    page: onServer && {
      head: productHead,
      missing: 'Product Not Found',
      reads: productParams,
      sitemap: productPathsQuery,
    },
    loader: createLoader(({ params }) => [productQuery(params.productSlug ?? ''), deliveryMethodsQuery()]),
    action: onServer && lazyAction(() => import('./product/stock-action')),
    lazy: () => import('./product/product-page'),
  }),
  {
    path: '/categories',
    page: onServer && {
      title: 'Categories',
      description: 'Accessories, intimate wellness and luxury toys by Aurelle & Moss.',
      search: 'categories category departments kinds',
    },
    loader: createLoader(() => categoriesQuery()),
    lazy: () => import(/* webpackChunkName: "lists" */ './categories/categories-page'),
  },
  subjectRoute({
    path: '/categories/:categorySlug',
    subject: ({ categorySlug = '' }) => categoryQuery(categorySlug),
    page: onServer && {
      head: categoryHead,
      missing: 'Category Not Found',
      reads: listingParams(categoryListing('')),
      cached: cachedList,
      sitemap: categoryPathsQuery,
    },
    loader: createLoader(
      (args) => [
        categoryQuery(args.params.categorySlug ?? ''),
        categoryPageQuery(args, 1),
        categoryFacetsQuery(args),
      ],
      (args, read) => loadListPages(args, read, (page) => categoryPageQuery(args, page)),
    ),
    shouldRevalidate: revalidateUnlessPaging,
    lazy: () => import(/* webpackChunkName: "lists" */ './category/category-page'),
  }),
  {
    path: '/search',
    page: onServer && {
      title: 'Search',
      description: 'Find a piece by its name, material or type.',
      robots: 'noindex',
      reads: searchPageParams,
    },
    loader: createLoader(
      ({ url }) => {
        const term = searchTerm(url.searchParams.get('q'))
        return term ? [searchQuery(term, 1), placesQuery(term)] : []
      },
      async (args, read) => {
        const term = searchTerm(args.url.searchParams.get('q'))
        if (!term) return
        await loadListPages(args, read, (page) => searchQuery(term, page))
        // Where else to look.
        if (onServer && (await read(searchQuery(term, 1))).count === 0)
          await Promise.all([read(categoriesQuery()), read(featuredQuery())])
      },
    ),
    shouldRevalidate: revalidateUnlessPaging,
    lazy: () => import(/* webpackChunkName: "lists" */ './search/search-page'),
  },
  {
    path: '/wishlist',
    page: onServer && {
      title: 'Wishlist',
      description: 'Pieces you’ve saved.',
      search: 'wishlist wish list saved favourites favorites hearts',
      personal: true,
      // It names nobody.
      offline: 'page',
    },
    lazy: () => import(/* webpackChunkName: "lists" */ './wishlist/wishlist-page'),
  },
])

export const fragments = {
  recommendations: {
    props: onServer && v.object({ productIds: v.array(v.pipe(v.string(), v.uuid())) }),
    lazy: () => import(/* webpackChunkName: "rare-recommendations" */ './recommendations/recommendations'),
  },
  search: {
    props: onServer && v.object({ open: v.boolean(), onClose: v.function() }),
    lazy: () => import(/* webpackChunkName: "rare-search" */ './search-dialog/search-dialog'),
  },
} satisfies Fragments
