/** How the secrets of one provider begin, and what follows. */
export interface ProviderShape {
  readonly prefix: string;
  /** A character class for what follows. */
  readonly body: string;
  /** Fewest characters of the body. */
  readonly min: number;
  /** The body is judged by its alphabet and length alone, since nothing else begins like this. */
  readonly sure?: boolean | undefined;
}

const word = "[A-Za-z0-9]";
const name = "[A-Za-z0-9_]";
const url = "[A-Za-z0-9_-]";
const dotted = "[A-Za-z0-9_.-]";
const base64 = "[A-Za-z0-9+/=_-]";
const hex = "[0-9a-fA-F]";

function shapes(body: string, min: number, prefixes: string): readonly ProviderShape[] {
  return prefixes.split(" ").map((prefix) => ({ prefix, body, min }));
}

/**
 * Secrets that can be known by how they begin. The facts are the providers' own documentation; lengths are lower
 * bounds with room, since providers change them.
 */
export const providerShapes: readonly ProviderShape[] = [
  // Models and what agents use beside them.
  ...shapes(
    url,
    16,
    "sk- sk-proj- sk-svcacct- sk-admin- sk-ant- sk-or- sk-lf- sk-cp- sk-kimi- rk- gsk_ csk- xai- pplx- nvapi- fw_ fw- tvly- tgp_v1_ fc- jina_ pa- pcsk_ ak-",
  ),
  ...shapes(
    name,
    16,
    "hf_ api_org_ r8_ e2b_ bb_live_ bb_test_ lsv2_pt_ lsv2_sk_ wandb_v1_ apify_api_ sk_ llx- mem0_ m0-",
  ),
  ...shapes(base64, 20, "ABSK"),
  // Code hosts and package registries.
  ...shapes(name, 16, "ghp_ gho_ ghu_ ghs_ ghr_ github_pat_ npm_ rubygems_ oy2"),
  ...shapes(
    url,
    16,
    "glpat- glptt- gldt- glrt- glcbt- glsoat- glimt- glagent- gloas- glft- glffct- GR1348941 pypi- dckr_pat_ dckr_oat_ ATBB ATATT3 ATCTT3 cio clojars_ CLOJARS_ AKCp hxp_ jfrt_ sgp_ sntryu_ sqp_ sqa_ squ_ CCIPAT_ CCIPRJ_ bkua_ bkat_ bkct_ cpat_ rdme_ pul- PMAK- figd_ figu_ figo_ phc_ phx_ lin_api_ lin_oauth_ ntn_ secret_ CFPAT- tfp_ codecov_ aio_ adafruit_",
  ),
  // Clouds and hosting.
  ...["AKIA", "ASIA", "ABIA", "ACCA", "AROA"].map((prefix) => ({
    prefix,
    body: "[A-Z2-7A-Z0-9]",
    min: 16,
    sure: true,
  })),
  ...["dop_v1_", "doo_v1_", "dor_v1_"].map((prefix) => ({ prefix, body: hex, min: 32, sure: true })),
  ...shapes(
    url,
    20,
    "AIza GOCSPX- ya29. 1//0 HRKU- nfp_ nfc_ nfo_ sbp_ sb_secret_ pscale_tkn_ pscale_pw_ pscale_oauth_ vcp_ vci_ vca_ vcr_ vck_ rnd_ tskey- tskey-auth- tskey-api- cfut_ cfat_ cfk_ LTAI AKID dapi dkea exo_ scw_ ovh_ lin_",
  ),
  ...shapes(
    dotted,
    20,
    "vk1.a. hcaik_ hcbik_ hcxik_ amzn.mws. hvs. hvb. hvr. dp.st. dp.pt. dp.ct. dp.sa. dp.scim. dp.audit. sl. sl.u. v1.0- glsa_ nomad_ atlasv1. ops_ ops_eyJ npat_ y0_ t1.9 AQVN sat_ snyk_uat. tk-us- waka_ doo_ dt0c01. dt0s01. dt0s16.",
  ),
  ...shapes(base64, 20, "fm1_ fm1r_ fm1a_ fm2_ fo1_ sntrys_ glc_ syt_ mat_ mct_"),
  // Messages, mail, payments, shops.
  ...shapes(
    url,
    10,
    "xoxb- xoxp- xoxa- xoxr- xoxs- xoxo- xoxc- xoxd- xoxe- xoxe.xoxp- xoxe.xoxb- xapp- xwfp-",
  ),
  ...shapes(dotted, 20, "SG. EAA EAAC"),
  ...shapes(
    url,
    16,
    "key- re_ xkeysib- xsmtpsib- sq0atp- sq0csp- sq0idp- EAAA shpat_ shpca_ shppa_ shpss_ shpua_ shptka_ shpit_ FLWSECK- FLWSECK_TEST- FLWSECK_LIVE- mlsn. patch_ pat-na1- pat-eu1- pat-na2- shippo_live_ shippo_test_ EZAK EZTK duffel_live_ duffel_test_ access-production- access-sandbox- access-development- CKO- sandbox_ production$ PAYTM mtr_ MAAS NRAK- NRII- NRJS- NRIQ- NRRA- ddp_ pdus+ hapi- BBFF- fio-u- api-live- sdk-live- AQE ubi_ cloudinary_ whsec_ sk_live_ sk_test_ rk_live_ rk_test_ sk_prod_ pk_live_secret_ lip_ pnu_ pnb_ rpa_ tr_dev_ tr_prod_ trigger_ inngest_ signkey- dG9rOg= dk_ ory_ ory_st_ ory_at_ ory_pat_ zpka_ zpwt_ unkey_ ik_live_ mapbox_ sk.eyJ tk.eyJ",
  ),
  { prefix: "access_token$production$", body: "[a-z0-9$]", min: 32 },
  { prefix: "access_token$sandbox$", body: "[a-z0-9$]", min: 32 },
  { prefix: "AAAAAAAAAAAAAAAAAAAAA", body: "[A-Za-z0-9%]", min: 60 },
  { prefix: "SK", body: "[0-9a-f]", min: 32 },
  ...shapes(word, 14, "rzp_live_ rzp_test_"),
  // Keys of people.
  { prefix: "AGE-SECRET-KEY-1", body: "[A-Z0-9]", min: 40, sure: true },
  { prefix: "nsec1", body: "[a-z0-9]", min: 50 },
  { prefix: "xprv", body: word, min: 80 },
];
