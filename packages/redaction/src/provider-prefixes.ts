/** How the keys of some providers begin, and what follows. */
export interface ProviderPrefixes {
  /** With a blank between each two. */
  readonly prefixes: string;
  /** A character class for what follows. */
  readonly alphabet: string;
  /** Fewest characters that follow: lower bounds with room, since providers change them. */
  readonly min: number;
  /** Alphabet and length are enough, since nothing else begins like this. @default the rest must look drawn by chance */
  readonly sure?: boolean;
}

const word = "[A-Za-z0-9]";
const name = "[A-Za-z0-9_]";
const url = "[A-Za-z0-9_-]";
const dotted = "[A-Za-z0-9_.-]";
const base64 = "[A-Za-z0-9+/=_-]";

/** Keys that can be known by how they begin. The facts are the providers' own documentation. */
export const providerPrefixes: readonly ProviderPrefixes[] = [
  // Models and what agents use beside them.
  {
    alphabet: url,
    min: 16,
    prefixes:
      "sk- sk-proj- sk-svcacct- sk-admin- sk-ant- sk-or- sk-lf- sk-cp- sk-kimi- rk- gsk_ csk- xai- pplx- nvapi- fw_ fw- tvly- tgp_v1_ fc- jina_ pa- pcsk_ ak-",
  },
  {
    alphabet: name,
    min: 16,
    prefixes:
      "hf_ api_org_ r8_ e2b_ bb_live_ bb_test_ lsv2_pt_ lsv2_sk_ wandb_v1_ apify_api_ sk_ llx- mem0_ m0-",
  },
  { alphabet: base64, min: 20, prefixes: "ABSK" },
  // Code hosts and package registries.
  { alphabet: name, min: 16, prefixes: "ghp_ gho_ ghu_ ghs_ ghr_ github_pat_ npm_ rubygems_ oy2" },
  {
    alphabet: url,
    min: 16,
    prefixes:
      "glpat- glptt- gldt- glrt- glcbt- glsoat- glimt- glagent- gloas- glft- glffct- GR1348941 pypi- dckr_pat_ dckr_oat_ ATBB ATATT3 ATCTT3 cio clojars_ CLOJARS_ AKCp hxp_ jfrt_ sgp_ sntryu_ sqp_ sqa_ squ_ CCIPAT_ CCIPRJ_ bkua_ bkat_ bkct_ cpat_ rdme_ pul- PMAK- figd_ figu_ figo_ phc_ phx_ lin_api_ lin_oauth_ ntn_ secret_ CFPAT- tfp_ codecov_ aio_ adafruit_",
  },
  // Clouds and hosting.
  { alphabet: "[A-Z2-7A-Z0-9]", min: 16, prefixes: "AKIA ASIA ABIA ACCA AROA", sure: true },
  { alphabet: "[0-9a-fA-F]", min: 32, prefixes: "dop_v1_ doo_v1_ dor_v1_", sure: true },
  {
    alphabet: url,
    min: 20,
    prefixes:
      "AIza GOCSPX- ya29. 1//0 HRKU- nfp_ nfc_ nfo_ sbp_ sb_secret_ pscale_tkn_ pscale_pw_ pscale_oauth_ vcp_ vci_ vca_ vcr_ vck_ rnd_ tskey- tskey-auth- tskey-api- cfut_ cfat_ cfk_ LTAI AKID dapi dkea exo_ scw_ ovh_ lin_",
  },
  {
    alphabet: dotted,
    min: 20,
    prefixes:
      "vk1.a. hcaik_ hcbik_ hcxik_ amzn.mws. hvs. hvb. hvr. dp.st. dp.pt. dp.ct. dp.sa. dp.scim. dp.audit. sl. sl.u. v1.0- glsa_ nomad_ atlasv1. ops_ ops_eyJ npat_ y0_ t1.9 AQVN sat_ snyk_uat. tk-us- waka_ doo_ dt0c01. dt0s01. dt0s16.",
  },
  { alphabet: base64, min: 20, prefixes: "fm1_ fm1r_ fm1a_ fm2_ fo1_ sntrys_ glc_ syt_ mat_ mct_" },
  // Messages, mail, payments, shops.
  {
    alphabet: url,
    min: 10,
    prefixes: "xoxb- xoxp- xoxa- xoxr- xoxs- xoxo- xoxc- xoxd- xoxe- xoxe.xoxp- xoxe.xoxb- xapp- xwfp-",
  },
  { alphabet: dotted, min: 20, prefixes: "SG. EAA EAAC" },
  {
    alphabet: url,
    min: 16,
    prefixes:
      "key- re_ xkeysib- xsmtpsib- sq0atp- sq0csp- sq0idp- EAAA shpat_ shpca_ shppa_ shpss_ shpua_ shptka_ shpit_ FLWSECK- FLWSECK_TEST- FLWSECK_LIVE- mlsn. patch_ pat-na1- pat-eu1- pat-na2- shippo_live_ shippo_test_ EZAK EZTK duffel_live_ duffel_test_ access-production- access-sandbox- access-development- CKO- sandbox_ production$ PAYTM mtr_ MAAS NRAK- NRII- NRJS- NRIQ- NRRA- ddp_ pdus+ hapi- BBFF- fio-u- api-live- sdk-live- AQE ubi_ cloudinary_ whsec_ sk_live_ sk_test_ rk_live_ rk_test_ sk_prod_ pk_live_secret_ lip_ pnu_ pnb_ rpa_ tr_dev_ tr_prod_ trigger_ inngest_ signkey- dG9rOg= dk_ ory_ ory_st_ ory_at_ ory_pat_ zpka_ zpwt_ unkey_ ik_live_ mapbox_ sk.eyJ tk.eyJ",
  },
  { alphabet: "[a-z0-9$]", min: 32, prefixes: "access_token$production$" },
  { alphabet: "[a-z0-9$]", min: 32, prefixes: "access_token$sandbox$" },
  { alphabet: "[A-Za-z0-9%]", min: 60, prefixes: "AAAAAAAAAAAAAAAAAAAAA" },
  { alphabet: "[0-9a-f]", min: 32, prefixes: "SK" },
  { alphabet: word, min: 14, prefixes: "rzp_live_ rzp_test_" },
  // Keys of people.
  { alphabet: "[A-Z0-9]", min: 40, prefixes: "AGE-SECRET-KEY-1", sure: true },
  { alphabet: "[a-z0-9]", min: 50, prefixes: "nsec1" },
  { alphabet: word, min: 80, prefixes: "xprv" },
];
