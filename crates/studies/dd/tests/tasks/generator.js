'use strict';
var alpha, beta, gamma, delta, eps, zeta, eta, theta, iota, kappa, lam, mu;
class Registry extends Object {
  static size = 0;
  #secret = 1;
  static {
    Registry.size = 7;
    for (const k of [1, 2]) Registry.size += k;
  }
  get secret() { return this.#secret; }
}
if ({lam: [delta, 'mu', gamma]}) {
  try {
    if (eta) {
      console.log({beta: {mu: eps, eta: 29}});
    } else {
      lam.zeta(`x${lam}y`);
      let v687081 = 44;
    }
  } catch (e) {
    class C275659 {
      m(mu) {
        theta = iota();
        let v212469 = 'iota';
      }
    }
    if ({theta: {gamma: 70, kappa: kappa}, eps: ['zeta']}) {
      console.log(`x${lam}y`);
    } else {
      eta.alpha(`x${alpha}y`);
      gamma = mu({mu: 94});
      let v929240 = (delta ? (iota ? 'lam' : mu) : [27, 'alpha', 'mu']);
    }
    switch (alpha) {
      case 1:
        let v190999 = {gamma: delta && eta};
        console.log(zeta(67, gamma));
        break;
      default:
        console.log(`x${eps}y`);
        let v592489 = 60;
    }
  }
} else {
  if (alpha) {
    if ('theta') {
      delta.lam([eta, 'gamma' - eps]);
      lam.delta({kappa: (delta ? 'eps' : 26), delta: (eta ? zeta : 58)});
      console.log(97);
    } else {
      console.log({theta: iota(7)});
    }
    if (`x${gamma}y` && beta) {
      delta = {kappa: {zeta: beta}, eta: (theta ? 74 : 'eta')};
      console.log((iota ? {alpha: 21} : 'gamma' || lam));
    } else {
      console.log(zeta());
    }
  } else {
    if ([[iota, 24, 'eta']]) {
      console.log(beta + 'iota');
      let v559515 = `x${eps}y`;
      iota = {beta: alpha, zeta: 'mu'};
    } else {
      console.log({zeta: 'eta'} && {beta: eps});
    }
    for (let i = 0; i < 3; i++) {
      eps.gamma('theta');
      let v3850 = iota === {delta: 53, mu: theta};
    }
  }
  for (let i = 0; i < 2; i++) {
    function f606292(iota, theta) {
      mu.theta([theta]);
      return 'gamma' || kappa;
    }
  }
  let v322200 = 63;
}
try {
  function* numbers(limit, step = 1) {
    for (let n = 0; n < limit; n += step) {
      const got = yield n;
      if (got) return got;
    }
  }
} catch (e) {
  console.log(e);
}
